"""Server settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from tempolude.engine.errors import BadOption


@dataclass(frozen=True)
class Keep:
    """The number of days a table is kept after it was last played at."""

    gathering: float = 3
    playing: float = 60
    over: float = 365


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    database: str = ""  # a URL; empty: SQLite in the user's data folder
    pace: str = "normal"  # the default pace at which pages show others' actions
    grace: float = 45  # seconds after which a bot plays for a player who left
    processes: int = 1  # of bots; with 0, bots do not play
    compiles: bool = True  # compile the stronger bots in the background
    limits: bool = True
    trusted_proxies: tuple[str, ...] = ()  # addresses and networks whose forwarding headers are trusted
    drain: float = 0  # seconds between the end of readiness and of listening, for a proxy to notice
    metrics: str = ""  # HOST:PORT to serve them at; empty: not served
    log_format: str = "text"  # or json
    log_level: str = "warning"  # or info, with a line for every request
    operators: tuple[str, ...] = ()  # sign-in names of those who see reports and can suspend people
    smtp: str = ""  # smtp://USER:PASSWORD@HOST:PORT or smtps://…; empty: no mail is sent
    sender: str = ""  # the address that mails come from
    site: str = ""  # where people reach the server, for links in mails: https://games.example
    local_push: bool = False  # browsers may name a push service in a private network, and one without TLS
    call_after: float = 10  # seconds for somebody whose turn it is to look at the table before they are called
    call_every: float = 2  # seconds between looking for people to call
    process: str = ""  # the name of this process for others; empty: random
    keep: Keep = field(default_factory=Keep)

    @property
    def url(self) -> str:
        return self.database or f"sqlite:///{default_database()}"


def default_database() -> Path:
    folder = user_data_path("tempolude", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(f"the folder {folder} cannot be made: {error.strerror}; give another --database") from None
    return folder / "tables.db"
