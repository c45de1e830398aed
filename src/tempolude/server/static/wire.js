// Written by `make protocol` from server/wire.py; docs/protocol.md has all messages.

export const VERSION = 5;
export const CLOSE = { SIGNED_OUT: 4401, FOREIGN: 4403, MISSING: 4404, MOVED: 4409, OUTDATED: 4426, TOO_MANY: 4429, RESTARTING: 1012, SLOW: 1013 };   // why the server closes a connection
