"""Calls people whose turn it is and who are not looking, once for each turn and channel.

Every process looks for calls that are due and claims each before sending it (storage/calls.py). Before that it asks the
table, which follows the log: is it still their turn, are they looking, is it night where they live? Nothing here holds
up a table: what is sent waits for the network in tasks and threads of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from email.utils import parseaddr
from logging import getLogger
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

from tempolude.engine.errors import TempoludeError

from ..metrics import CALLS
from ..now import now
from ..refusal import Refusal
from ..settings import Settings
from ..storage.calls import (
    MAIL,
    CallRow,
    ChannelRow,
    claim,
    drop_channel,
    due_calls,
    failed,
    known_vapid_key,
    put_off,
    quiet_of,
    set_calls,
    settle,
    try_again,
    vapid_key,
    withdraw,
    worked,
)
from ..storage.store import Store
from ..table.live_table import LiveTable
from ..table.tables import Tables
from ..translation import say
from .mail import Letter, Mail, Relay
from .outcome import Fate, Outcome
from .push import Push, new_key, public_key
from .quiet import quiet_until

AT_ONCE = 50  # messages on their way from one process
PAUSES = (30.0, 120.0, 600.0)  # seconds until the next try; after the last, none
SOON = (2.0, 20.0)  # the same for a mail that somebody waits for
FAILURES = 20  # messages in a row after which a channel is forgotten
ANSWER = 0.3  # seconds for other processes to say who looks at a table that was not open here
DAY = 24 * 3600
log = getLogger(__name__)


class Caller:
    """Sends what is due, and other mails. `mail` is None where the server has no SMTP."""

    def __init__(self, tables: Tables, store: Store, settings: Settings, secret: str) -> None:
        self.tables, self.store, self.settings = tables, store, settings
        key = store.do(known_vapid_key) or store.do(vapid_key, new_key())
        contact = f"mailto:{parseaddr(settings.sender)[1]}" if settings.sender else settings.site
        self.push, self.public_key = Push(key, contact, settings.local_push), public_key(key)
        self.mail = Mail(Relay.read(settings.smtp), settings.sender) if settings.smtp else None
        self.site = settings.site.rstrip("/")
        self.secret, self._stop = secret, URLSafeSerializer(secret, "stop")
        self._looking: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def sending(self) -> int:
        """How many messages are on their way."""
        return len(self._sending)

    def start(self) -> None:
        self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        if self._looking:
            self._looking.cancel()
        if self._sending:
            await asyncio.wait(self._sending, timeout=5)
        await self.push.close()
        if self.mail:
            self.mail.close()

    async def _look(self) -> None:
        while True:
            try:
                await self.look()
            except Refusal:
                pass  # the database cannot be had, which is in the log
            except Exception:
                log.exception("people could not be called")
            await asyncio.sleep(self.settings.call_every)

    async def look(self) -> None:
        """Send what is due."""
        free = AT_ONCE - self.sending
        due = await self.store.run(due_calls, now(), free) if free > 0 else []
        tables = {code: await self._table(code) for code in {call.code for call in due}}
        if due and self.store.shared:
            await asyncio.sleep(ANSWER)
        for call in due:
            if await self._wanted(call, tables[call.code]):
                channel = await self.store.run(claim, call)
                table = tables[call.code]
                if channel and table:
                    self.soon(self._send(call, channel, table))

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done that nobody waits for."""
        task = asyncio.create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Refusal):
            log.error("a message could not be sent", exc_info=error)

    async def _table(self, code: str) -> LiveTable | None:
        with suppress(Refusal, TempoludeError):
            return await self.tables.get(code)
        return None

    async def _wanted(self, call: CallRow, table: LiveTable | None) -> bool:
        """Whether somebody is to be called now. If not, it is noted whether ever."""
        if table and table.match and table.version < call.n:
            return False  # the table has yet to follow the action that was committed with this call
        if table is None or not table.awaits(call):
            await self.store.run(withdraw, call)
            return False
        if call.seat in table.broadcast.looking():
            await self.store.run(settle, call)
            return False
        quiet = await self.store.run(quiet_of, call.person)
        if quiet and (end := quiet_until(quiet, now())):
            await self.store.run(put_off, call, end)
            return False
        return True

    # --- Sending -----------------------------------------------------------------------

    async def _send(self, call: CallRow, channel: ChannelRow, table: LiveTable) -> None:
        """Send a call that was claimed, and note what became of it."""
        game, lang = table.game.title[channel.lang], channel.lang
        if channel.kind == MAIL:
            outcome = await self._mail_turn(channel, table)
        else:
            message = {
                "title": game,
                "body": say(lang, "It is your turn at {game}.", game=game),
                "path": f"/t/{call.code}",
            }
            lifetime = DAY if table.clock.turn_by_turn else 600
            outcome = await self.push.send(channel, message, f"{call.code}/{call.seat}", lifetime)
        CALLS.labels(channel.kind, outcome.fate.value).inc()
        await self._note(call, channel, outcome)

    async def _note(self, call: CallRow, channel: ChannelRow, outcome: Outcome) -> None:
        if outcome.fate is Fate.DELIVERED:
            await self.store.run(worked, channel.id)
            return
        log.info("a call by %s was not delivered: %s", channel.kind, outcome.reason)
        if outcome.fate is Fate.GONE:
            if channel.kind == MAIL:
                await self.store.run(set_calls, channel.id, False)
            else:
                await self.store.run(drop_channel, channel.id)
            return
        if outcome.fate is Fate.NOT_YET and call.tries < len(PAUSES):
            pause = max(PAUSES[call.tries], min(outcome.wait, DAY))
            await self.store.run(try_again, call, now() + pause)
        await self.store.run(failed, channel.id, FAILURES)

    async def _mail_turn(self, channel: ChannelRow, table: LiveTable) -> Outcome:
        if self.mail is None:
            return Outcome(Fate.REFUSED, "there is no SMTP server any more")
        lang, game = channel.lang, table.game.title[channel.lang]
        stop = f"{self.site}/mail/stop?key={self.stop_key(channel.id)}"
        text = "\n\n".join(
            [
                say(lang, "It is your turn at {game}.", game=game),
                f"{self.site}/t/{table.code}",
                say(lang, "You asked Tempolude to write to you when it is your turn. No more of these mails:"),
                stop,
            ]
        )
        return await self.mail.send(Letter(channel.address, say(lang, "Your turn at {game}", game=game), text, stop))

    def write(self, letter: Letter) -> None:
        """Send a mail that somebody has just asked for. They ask again if it does not come."""
        self.soon(self._write(letter))

    async def _write(self, letter: Letter) -> None:
        for pause in (*SOON, None):
            outcome = await self.mail.send(letter) if self.mail else Outcome(Fate.REFUSED)
            if outcome.fate is not Fate.NOT_YET or pause is None:
                break
            await asyncio.sleep(pause)
        if outcome.fate is not Fate.DELIVERED:
            log.warning("a mail was not delivered: %s", outcome.reason)

    # --- Links in mails that end them --------------------------------------------------

    def stop_key(self, channel: str) -> str:
        return str(self._stop.dumps(channel))

    def stopped(self, key: str) -> str | None:
        """The channel that a link in a mail ends; None if it is none of ours."""
        try:
            return str(self._stop.loads(key))
        except BadSignature:
            return None
