"""Server settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from tempolude.engine.errors import BadOption


@dataclass(frozen=True)
class Keep:
    """How many days a table is kept after it was last touched."""

    gathering: float = 3
    playing: float = 60
    over: float = 365


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    database: str = ""  # a URL; empty: SQLite in the person's data folder
    pace: str = "normal"  # at which pages show others' actions to people who have not chosen one
    grace: float = 45  # seconds after which a bot plays for a player who left
    processes: int = 1  # in which bots think; without any, nobody plays for them
    compiles: bool = True  # what the stronger bots need, in the background
    limits: bool = True
    trusted_proxies: tuple[str, ...] = ()  # addresses and networks that are believed where a request comes from
    drain: float = 0  # seconds between the end of readiness and that of listening, for a proxy to notice
    metrics: str = ""  # HOST:PORT at which they are served; nowhere if empty
    log_format: str = "text"  # or json
    log_level: str = "warning"  # or info, with a line for every request
    process: str = ""  # what other processes know this one by; empty: anything
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
