"""Friends, invitations, blocks, and players asked to leave. Each statement is one transaction, for `Store.run`.

A blocked person must not notice: their request stays pending, their invitation is never shown, and the other's tables
are not listed to them. Pages never contain another person's id: forms refer to people by a row's key, by table and
seat, or by sign-in name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, case, delete, func, or_, select, update

from ..now import now
from ..refusal import N_, Refusal
from .bus import notify
from .inserting import add_if_new
from .keys import new_key
from .moderation import check_suspended, suspended_until
from .rows import ChairRow, Changes, Kept
from .schema import (
    blocks,
    chairs,
    friendships,
    invitations,
    people,
    reports,
    results,
    sent_away,
    suspensions,
    tables,
)
from .store import change_table, kept_with_chairs

ASKED, DECLINED, WITHDRAWN, FRIENDS = "asked", "declined", "withdrawn", "friends"  # states of a friendship
MOST_FRIENDS = 300  # and requests that one person has made
DAY = 24 * 3600.0
A_DAY = 3  # invitations within a day to somebody who is not a friend
RECENT, LOOKED_AT = 12, 200  # opponents that are listed, and their results that are looked at for that
WATCHED = 24 * 3600.0  # seconds after the last action for which a match is worth watching


@dataclass(frozen=True)
class News:
    """A message for a person's open pages: an invitation, a friend request, a request to leave. Without a kind it only
    means that the lobby has changed."""

    person: str
    kind: str = ""
    name: str = ""  # of the sender
    game: str = ""
    code: str = ""  # of the table


def tell(connection: Connection, news: Iterable[News]) -> list[News]:
    """Send it through the other processes on commit; the caller sends it in this one."""
    told = list(news)
    for each in told:
        notify(connection, "news", news=asdict(each))
    return told


def name_of(connection: Connection, person: str) -> str:
    return connection.execute(select(people.c.name).where(people.c.id == person)).scalar() or ""


# --- Friends -------------------------------------------------------------------------


@dataclass(frozen=True)
class Friend:
    """Somebody's friend, or who wants to be."""

    person: str
    key: str
    name: str
    account: str
    state: str
    mine: bool  # the reader has asked
    at: float


def _of(person: str) -> ColumnElement[bool]:
    return or_(friendships.c.low == person, friendships.c.high == person)


def _pair(one: str, other: str) -> ColumnElement[bool]:
    return and_(friendships.c.low == min(one, other), friendships.c.high == max(one, other))


def friends_of(connection: Connection, person: str) -> list[Friend]:
    """A person's friends and visible requests, by name. A declined request still looks pending to its sender."""
    other = case((friendships.c.low == person, friendships.c.high), else_=friendships.c.low)
    found = (
        select(friendships, people.c.id, people.c.name, people.c.account)
        .join(people, people.c.id == other)
        .where(_of(person), friendships.c.state != WITHDRAWN)
    )
    there = [
        Friend(row.id, row.key, row.name, row.account or "", row.state, row.asker == person, row.at)
        for row in connection.execute(found)
    ]
    seen = [friend for friend in there if friend.mine or friend.state != DECLINED]
    return sorted(seen, key=lambda friend: (friend.name.casefold(), friend.at))


def friend_ids(connection: Connection, person: str) -> set[str]:
    mine = select(friendships.c.low, friendships.c.high).where(_of(person), friendships.c.state == FRIENDS)
    return {row.high if row.low == person else row.low for row in connection.execute(mine)}


def requests_to(connection: Connection, person: str) -> int:
    """The number of pending friend requests to a person."""
    asked = _of(person), friendships.c.asker != person, friendships.c.state == ASKED
    return int(connection.execute(select(func.count()).select_from(friendships).where(*asked)).scalar_one())


def befriend(connection: Connection, person: str, other: str) -> list[News]:
    """Send a friend request. If the other has sent one too, they become friends; a repeated request changes nothing."""
    if person == other:
        raise Refusal(N_("That is you."), 400)
    account = connection.execute(select(people.c.account).where(people.c.id == other)).scalar()
    if account is None:
        raise Refusal(N_("They play as a guest. Friends need a name and a password."))
    if other in blocked_by(connection, person):
        raise Refusal(N_("You have blocked them. Lift that first."))
    mine = _of(person), or_(friendships.c.asker == person, friendships.c.state == FRIENDS)
    if connection.execute(select(func.count()).select_from(friendships).where(*mine)).scalar_one() > MOST_FRIENDS:
        raise Refusal(N_("You have too many friends and requests. Withdraw some first."))
    blocked = person in blocked_by(connection, other)
    low, high = sorted((person, other))
    state = DECLINED if blocked else ASKED
    row = {"low": low, "high": high, "key": new_key(), "asker": person, "state": state, "at": now()}
    new = add_if_new(connection, friendships, row)
    me = name_of(connection, person)
    if new:
        return tell(connection, [] if blocked else [News(other, "asked", me)])
    before = connection.execute(select(friendships).where(_pair(person, other)).with_for_update()).one()
    change = update(friendships).where(_pair(person, other))
    if before.asker == person:  # repeated: the answer stands
        if before.state == WITHDRAWN:
            connection.execute(change.values(state=DECLINED))
        return []
    if before.state == FRIENDS:
        return []
    if before.state == WITHDRAWN:  # a new request, in the other direction
        connection.execute(change.values(asker=person, state=ASKED, at=now()))
        return tell(connection, [News(other, "asked", me)])
    connection.execute(change.values(state=FRIENDS, at=now()))
    return tell(connection, [News(other, "friends", me)])


def decline_friend(connection: Connection, person: str, key: str) -> None:
    """Decline a friend request, silently."""
    asked = friendships.c.key == key, _of(person), friendships.c.asker != person, friendships.c.state == ASKED
    connection.execute(update(friendships).where(*asked).values(state=DECLINED))


def withdraw_request(connection: Connection, person: str, key: str) -> list[News]:
    """Withdraw a friend request. A declined one is kept, so that it cannot be repeated."""
    mine = friendships.c.key == key, friendships.c.asker == person
    row = connection.execute(select(friendships).where(*mine, friendships.c.state == ASKED).with_for_update()).first()
    connection.execute(update(friendships).where(*mine, friendships.c.state == DECLINED).values(state=WITHDRAWN))
    if row is None:
        return []
    connection.execute(delete(friendships).where(*mine, friendships.c.state == ASKED))
    return tell(connection, [News(row.high if row.low == person else row.low)])


def end_friendship(connection: Connection, person: str, key: str) -> None:
    """End a friendship, silently."""
    mine = friendships.c.key == key, _of(person), friendships.c.state == FRIENDS
    connection.execute(delete(friendships).where(*mine))


def by_key(connection: Connection, person: str, key: str) -> str:
    """The other person of a friendship or request, or a Refusal."""
    row = connection.execute(select(friendships).where(friendships.c.key == key, _of(person))).first()
    if row is None or (row.asker != person and row.state in (DECLINED, WITHDRAWN)):
        raise Refusal(N_("This request has been withdrawn."), 404)
    return str(row.high if row.low == person else row.low)


def friend_by_key(connection: Connection, person: str, key: str) -> str:
    """The friend with this key, or a Refusal. The name of somebody who was only asked stays private."""
    row = connection.execute(select(friendships).where(friendships.c.key == key, _of(person))).first()
    if row is None or row.state != FRIENDS:
        raise Refusal(N_("You are no longer friends."), 404)
    return str(row.high if row.low == person else row.low)


def head_to_head(connection: Connection, person: str, others: Collection[str]) -> dict[str, tuple[int, int]]:
    """How often a person finished ahead of each of the others, and behind."""
    mine, theirs = results.alias("mine"), results.alias("theirs")
    ahead = func.sum(case((mine.c.rank < theirs.c.rank, 1), else_=0))
    behind = func.sum(case((mine.c.rank > theirs.c.rank, 1), else_=0))
    found = (
        select(theirs.c.person, ahead, behind)
        .join(theirs, theirs.c.code == mine.c.code)
        .where(mine.c.person == person, theirs.c.person.in_(others))
        .group_by(theirs.c.person)
    )
    return {row[0]: (int(row[1]), int(row[2])) for row in connection.execute(found)} if others else {}


# --- Who is at a table ---------------------------------------------------------------


@dataclass(frozen=True)
class Player:
    """A person with a seat at a table, now or in the past."""

    seat: int
    name: str
    colour: int
    person: str
    code: str = ""
    game: str = ""
    ended: float = 0.0


def players_at(connection: Connection, code: str) -> list[Player]:
    """The people of a table; of a deleted table, those in its results."""
    there = connection.execute(select(chairs).where(chairs.c.code == code).order_by(chairs.c.seat)).all()
    if there:
        sat = [(row.seat, row.name, row.colour, row.person or row.leaver) for row in there]
    else:
        found = select(results).where(results.c.code == code).order_by(results.c.seat)
        sat = [(row.seat, row.name, row.colour, row.person) for row in connection.execute(found)]
    return [Player(seat, name, colour, person, code) for seat, name, colour, person in sat if person]


def was_there(connection: Connection, code: str, person: str) -> bool:
    """Whether a person has or had a seat at a table, or was asked to leave it."""
    away = sent_away.c.code == code, sent_away.c.person == person
    return (
        any(player.person == person for player in players_at(connection, code))
        or connection.execute(select(sent_away.c.code).where(*away)).first() is not None
    )


def recent_opponents(connection: Connection, person: str) -> list[Player]:
    """A person's latest opponents, without friends and blocked people."""
    mine, theirs = results.alias("mine"), results.alias("theirs")
    found = (
        select(theirs)
        .join(mine, mine.c.code == theirs.c.code)
        .where(mine.c.person == person, theirs.c.person.is_not(None), theirs.c.person != person)
        .order_by(mine.c.ended.desc(), theirs.c.seat)
        .limit(LOOKED_AT)
    )
    hidden = blocked_by(connection, person) | friend_ids(connection, person)
    met: dict[str, Player] = {}
    for row in connection.execute(found):
        if row.person not in hidden and len(met) < RECENT:
            player = Player(row.seat, row.name, row.colour, row.person, row.code, row.game, row.ended)
            met.setdefault(row.person, player)
    return list(met.values())


# --- Invitations ---------------------------------------------------------------------


@dataclass(frozen=True)
class Invited:
    """A person invited by the reader."""

    person: str
    name: str
    declined: bool


@dataclass(frozen=True)
class Invitation:
    """An invitation, for the invited person."""

    table: Kept
    name: str  # of the inviter


def invite(connection: Connection, code: str, by: str, person: str, name: str) -> list[News]:
    """Invite a person to a table before its match. An invitation by the host also lifts a request to leave."""
    if person == by:
        raise Refusal(N_("That is you."), 400)
    table = connection.execute(select(tables).where(tables.c.code == code).with_for_update()).one()
    seats = connection.execute(select(chairs).where(chairs.c.code == code)).all()
    if table.phase != "gathering":
        raise Refusal(N_("The game has started: nobody can be invited any more."), code="begun")
    if any(row.person == person for row in seats):
        raise Refusal(N_("They sit at this table already."))
    if not any(row.person is None and row.bot is None for row in seats):
        raise Refusal(N_("Every seat is taken. Nothing has changed."))
    if person in blocked_by(connection, by):
        raise Refusal(N_("You have blocked them. Lift that first."))
    sent = invitations.c.by == by, invitations.c.person == person, invitations.c.at > now() - DAY
    often = connection.execute(select(func.count()).select_from(invitations).where(*sent)).scalar_one()
    if often >= A_DAY and person not in friend_ids(connection, by):
        raise Refusal(N_("You have invited them three times today. Become friends to invite them more often."), 429)
    if table.host == by:
        connection.execute(delete(sent_away).where(sent_away.c.code == code, sent_away.c.person == person))
    row = {"code": code, "person": person, "by": by, "name": name, "declined": False, "at": now()}
    new = add_if_new(connection, invitations, row)
    if not new or by in blocked_by(connection, person):
        return []
    return tell(connection, [News(person, "invited", name_of(connection, by), table.game, code)])


def invited_by(connection: Connection, code: str, by: str) -> list[Invited]:
    """A person's invitations to a table, without those who came."""
    there = select(chairs.c.person).where(chairs.c.code == code, chairs.c.person.is_not(None))
    mine = invitations.c.code == code, invitations.c.by == by, invitations.c.person.not_in(there)
    found = connection.execute(select(invitations).where(*mine).order_by(invitations.c.at))
    return [Invited(row.person, row.name, bool(row.declined)) for row in found]


def withdraw_invitation(connection: Connection, code: str, by: str, name: str) -> list[News]:
    """Withdraw an invitation."""
    to_them = invitations.c.code == code, invitations.c.by == by, invitations.c.name == name
    mine = [*to_them, ~invitations.c.declined]  # a declined one is kept, so that it cannot be repeated
    persons = list(connection.execute(select(invitations.c.person).where(*mine)).scalars())
    connection.execute(delete(invitations).where(*mine))
    return tell(connection, [News(person) for person in persons])


def decline_invitation(connection: Connection, code: str, person: str) -> list[News]:
    """Decline an invitation; the inviter sees it at the table."""
    mine = invitations.c.code == code, invitations.c.person == person, ~invitations.c.declined
    by = connection.execute(select(invitations.c.by).where(*mine)).scalar()
    connection.execute(update(invitations).where(*mine).values(declined=True))
    return tell(connection, [News(by)] if by else [])


def answered(connection: Connection, code: str, person: str) -> None:
    """Delete an invitation that was accepted."""
    connection.execute(delete(invitations).where(invitations.c.code == code, invitations.c.person == person))


def invitations_to(connection: Connection, person: str) -> list[Invitation]:
    """A person's open invitations, the latest first; none from blocked people, nor to a table where one sits. A block
    counts in both directions."""
    mine = invitations.c.person == person, ~invitations.c.declined
    found = select(invitations.c.code, invitations.c.by).where(*mine).order_by(invitations.c.at.desc())
    away = apart_from(connection, person)
    by = {row.code: row.by for row in connection.execute(found) if row.by not in away}
    if not by:
        return []
    open_ = select(tables).where(tables.c.code.in_(by), tables.c.phase == "gathering")
    there = {kept.table.code: kept for kept in kept_with_chairs(connection, open_)}
    names = dict(connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(by.values()))).all())
    return [
        Invitation(kept, names.get(by[code], ""))
        for code in by
        if (kept := there.get(code)) and not {chair.person for chair in kept.chairs} & {person, *away}
    ]


def friends_tables(connection: Connection, person: str, limit: int) -> list[Kept]:
    """Gathering tables with a friend of a person, if listed to friends or to all."""
    friends = friend_ids(connection, person)
    if not friends:
        return []
    theirs = select(chairs.c.code).where(chairs.c.person.in_(friends))
    mine = select(chairs.c.code).where(chairs.c.person == person)
    away = select(sent_away.c.code).where(sent_away.c.person == person)
    found = select(tables).where(
        tables.c.phase == "gathering",
        ~tables.c.one_device,
        tables.c.open | (tables.c.friends & tables.c.host.in_(friends)),
        tables.c.code.in_(theirs),
        tables.c.code.not_in(mine),
        tables.c.code.not_in(away),
    )
    there = kept_with_chairs(connection, found.order_by(tables.c.changed.desc()).limit(limit))
    return without(there, apart_from(connection, person))


def running_tables(connection: Connection, person: str, limit: int) -> list[Kept]:
    """Running matches of listed tables, without a person's own."""
    mine = select(chairs.c.code).where(chairs.c.person == person)
    found = select(tables).where(
        tables.c.open,
        tables.c.phase == "playing",
        ~tables.c.guided,
        tables.c.changed > now() - WATCHED,
        tables.c.code.not_in(mine),
    )
    there = kept_with_chairs(connection, found.order_by(tables.c.changed.desc()).limit(limit))
    return without(there, apart_from(connection, person))


def without(there: Iterable[Kept], away: Collection[str]) -> list[Kept]:
    """The tables without any of these people."""
    return [kept for kept in there if not any(chair.person in away for chair in kept.chairs if chair.person)]


# --- Asked to leave ------------------------------------------------------------------


def send_away(
    connection: Connection, code: str, changes: Changes, seats: list[ChairRow], before: list[ChairRow], person: str
) -> list[News]:
    """Free a person's seat at the host's request, and keep them from sitting down there again."""
    change_table(connection, code, changes, seats, before)
    add_if_new(connection, sent_away, {"code": code, "person": person})
    answered(connection, code, person)
    game = connection.execute(select(tables.c.game).where(tables.c.code == code)).scalar_one()
    return tell(connection, [News(person, "sent_away", "", game, code)])


def was_sent_away(connection: Connection, code: str, person: str) -> bool:
    found = select(sent_away.c.code).where(sent_away.c.code == code, sent_away.c.person == person)
    return connection.execute(found).first() is not None


def check_seat(connection: Connection, code: str, person: str) -> None:
    """Raise a Refusal if a person may not sit down at a table."""
    check_suspended(connection, person)
    if was_sent_away(connection, code, person):
        raise Refusal(N_("The host has asked you to leave this table: choose another one."), 403, code="sent_away")
    there = select(chairs.c.person).where(chairs.c.code == code, chairs.c.person.is_not(None))
    others = set(connection.execute(there).scalars())
    if others & blocked_by(connection, person):
        raise Refusal(N_("Somebody whom you have blocked sits at this table."), 403, code="apart")
    if others & apart_from(connection, person):
        raise Refusal(N_("You cannot sit down at this table: choose another one."), 403, code="apart")


# --- Blocks --------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """A block, for the person who set it."""

    key: str
    name: str
    at: float


def all_blocks(connection: Connection) -> dict[str, frozenset[str]]:
    """The blocked people of everybody."""
    found: dict[str, set[str]] = {}
    for row in connection.execute(select(blocks.c.person, blocks.c.other)):
        found.setdefault(row.person, set()).add(row.other)
    return {person: frozenset(others) for person, others in found.items()}


def blocked_by(connection: Connection, person: str) -> set[str]:
    """The people blocked by a person."""
    return set(connection.execute(select(blocks.c.other).where(blocks.c.person == person)).scalars())


def apart_from(connection: Connection, person: str) -> set[str]:
    """The people who never share a table with a person: blocks in both directions."""
    by = connection.execute(select(blocks.c.person).where(blocks.c.other == person)).scalars()
    return blocked_by(connection, person) | set(by)


def kept_apart(connection: Connection, persons: Collection[str]) -> set[tuple[str, str]]:
    """The pairs among these people that may not share a table, in both orders."""
    found = select(blocks.c.person, blocks.c.other).where(blocks.c.person.in_(persons), blocks.c.other.in_(persons))
    pairs = {(row.person, row.other) for row in connection.execute(found)} if len(persons) > 1 else set()
    return pairs | {(other, person) for person, other in pairs}


def seatable(connection: Connection, persons: Iterable[str]) -> set[str]:
    """Those of these people who may sit together; earlier ones have precedence, suspended ones are left out."""
    wanted = list(dict.fromkeys(persons))
    apart, together = kept_apart(connection, wanted), list[str]()
    for person in wanted:
        if not suspended_until(connection, person) and not any((person, other) in apart for other in together):
            together.append(person)
    return set(together)


def blocks_of(connection: Connection, person: str) -> list[Block]:
    found = (
        select(blocks, people.c.name.label("now"))
        .join(people, people.c.id == blocks.c.other, isouter=True)
        .where(blocks.c.person == person)
        .order_by(blocks.c.at.desc())
    )
    return [Block(row.key, row.now or row.name, row.at) for row in connection.execute(found)]


def block(connection: Connection, person: str, other: str, name: str) -> list[str]:
    """Block a person, silently. It ends their friendship and invitations. Returns the gathering tables of both."""
    if person == other:
        raise Refusal(N_("That is you."), 400)
    row = {"person": person, "other": other, "key": new_key(), "name": name, "at": now()}
    add_if_new(connection, blocks, row)
    connection.execute(delete(friendships).where(_pair(person, other)))
    for by, invited in ((person, other), (other, person)):
        between = invitations.c.by == by, invitations.c.person == invited
        connection.execute(delete(invitations).where(*between))
    notify(connection, "blocks", person=person)
    both = [select(chairs.c.code).where(chairs.c.person == each) for each in (person, other)]
    gathering = select(tables.c.code).where(
        tables.c.phase == "gathering", *(tables.c.code.in_(codes) for codes in both)
    )
    return list(connection.execute(gathering).scalars())


def unblock(connection: Connection, person: str, key: str) -> None:
    connection.execute(delete(blocks).where(blocks.c.key == key, blocks.c.person == person))
    notify(connection, "blocks", person=person)


# --- Coming and going ----------------------------------------------------------------


def about_others(connection: Connection, person: str) -> dict[str, Any]:
    """A person's friends, blocks, invitations and reports, for their export; not the reports about them."""
    mine = reports.c.reporter == person
    invited = or_(invitations.c.person == person, invitations.c.by == person)
    return {
        "friends": [
            {
                "name": friend.name,
                "state": FRIENDS if friend.state == FRIENDS else ASKED,
                "by me": friend.mine,
                "at": friend.at,
            }
            for friend in friends_of(connection, person)
        ],
        "blocked": [{"name": each.name, "at": each.at} for each in blocks_of(connection, person)],
        "invitations": [
            {"table": row.code, "by me": row.by == person, "name": row.name if row.by == person else None, "at": row.at}
            for row in connection.execute(select(invitations).where(invited).order_by(invitations.c.at))
        ],
        "reports": [
            {"table": row.code, "name": row.name, "reason": row.reason, "text": row.text, "at": row.at}
            for row in connection.execute(select(reports).where(mine).order_by(reports.c.at))
        ],
        "suspended until": suspended_until(connection, person),
    }


def erase_together(connection: Connection, person: str) -> None:
    """Delete a person's friends, blocks, invitations and reports."""
    for part, theirs in (
        (friendships, _of(person)),
        (invitations, or_(invitations.c.person == person, invitations.c.by == person)),
        (sent_away, sent_away.c.person == person),
        (blocks, or_(blocks.c.person == person, blocks.c.other == person)),
        (reports, or_(reports.c.reporter == person, reports.c.about == person)),
        (suspensions, suspensions.c.person == person),
    ):
        connection.execute(delete(part).where(theirs))
    notify(connection, "blocks", person=person)


def move_together(connection: Connection, guest: str, heir: str) -> None:
    """Transfer a guest's blocks, in both directions, to an account: nobody escapes a block by signing in."""
    blockers = list(connection.execute(select(blocks.c.person).where(blocks.c.other == guest)).scalars())
    for part, mine, others in (
        (blocks, blocks.c.person, (blocks.c.other,)),
        (blocks, blocks.c.other, (blocks.c.person,)),
        (sent_away, sent_away.c.person, (sent_away.c.code,)),
        (suspensions, suspensions.c.person, ()),
        (reports, reports.c.about, (reports.c.id,)),
    ):
        had = part.alias("had")
        again = [had.c[other.name] == other for other in others]
        twice = select(had.c[mine.name]).where(had.c[mine.name] == heir, *again).exists()
        theirs = [mine == guest, *(other != heir for other in others if other.table is blocks)]
        connection.execute(update(part).where(*theirs, ~twice).values({mine: heir}))
        connection.execute(delete(part).where(mine == guest))
    for person in (guest, heir, *blockers):
        notify(connection, "blocks", person=person)


def clean_together(connection: Connection, before: float) -> None:
    """Delete old reports, expired suspensions, and old blocks of people who no longer exist."""
    known = select(people.c.id)
    connection.execute(delete(reports).where(reports.c.at < before))
    connection.execute(delete(suspensions).where(suspensions.c.until < now()))
    either = or_(blocks.c.person.not_in(known), blocks.c.other.not_in(known))
    connection.execute(delete(blocks).where(blocks.c.at < before, either))
