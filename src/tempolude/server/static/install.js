// Once the lobby is there and nothing else is to be done: the worker that opens it at once next time, and says so when
// there is no connection. Where notifications were asked for, the server is told where to send them now.

import { able, on, register } from "./calls.js";

if (able && Notification.permission === "granted" && localStorage.getItem("bell") === "1") on().catch(() => {});
else if ("serviceWorker" in navigator && isSecureContext) register().catch(() => {});
