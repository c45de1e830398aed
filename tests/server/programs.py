"""Programs at a server: a token and JSON, no browser."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx

Answer = dict[str, Any]


class Program:
    """A client of the API."""

    def __init__(self, address: str, name: str = "Program", token: str = "", lang: str = "en") -> None:
        self.web = httpx.Client(base_url=f"{address}/api", headers={"accept-language": lang}, timeout=60, verify=False)
        self.token = token or self.post("/guests", name=name)["token"]
        self.web.headers["authorization"] = f"Bearer {self.token}"

    def get(self, path: str, **query: Any) -> Answer:
        return told(self.web.get(path, params=query))

    def post(self, path: str, **body: Any) -> Answer:
        return told(self.web.post(path, json=body))

    def refused(self, path: str, **body: Any) -> tuple[int, str]:
        """The status and the code of a call that must be refused."""
        answer = self.web.post(path, json=body)
        return answer.status_code, reason(answer)["code"]

    def make(self, game: str, seats: int, **how: Any) -> str:
        return str(self.post("/tables", game=game, seats=seats, **how)["code"])

    def view(self, code: str) -> Answer:
        return self.get(f"/tables/{code}/view")

    def act(self, code: str, dice: Random, move: str | None = None) -> Answer:
        """Do any action."""
        view = self.view(code)
        action = dice.choice(view["actions"])["number"]
        return self.post(f"/tables/{code}/actions", action=action, at=view["version"], move=move)

    def play_on(self, code: str, dice: Random | None = None) -> Answer:
        """Take any action on every turn until the match is over; returns the final table."""
        dice, version = dice or Random(1), -1
        while True:
            news = self.get(f"/tables/{code}/events", after=version, wait=25)
            version = news["version"]
            if news["phase"] == "over":
                return self.get(f"/tables/{code}")
            if news["asked"]:
                self.act(code, dice)

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.web.close()


def told(answer: httpx.Response) -> Answer:
    assert answer.is_success, answer.text
    found: Answer = answer.json() if answer.content else {}
    return found


def reason(answer: httpx.Response) -> Answer:
    """The reason of a refused call, which every refusal must have."""
    assert answer.status_code >= 400, answer.text
    error: Answer = answer.json()["error"]
    assert error["code"]
    assert error["message"].endswith("."), error
    return error
