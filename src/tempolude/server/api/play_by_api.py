"""Play any game on a Tempolude server through its API, with plain Python: a bot that plays at random.

python play_by_api.py http://127.0.0.1:8053 contretemps           a match against bots
python play_by_api.py http://127.0.0.1:8053 k7dm2vwx9q TOKEN      a seat at a table, as the person of that token
"""

import json
import random
import sys
from urllib.request import Request, urlopen


def play(server: str, what: str, token: str = "") -> dict:
    def call(path: str, body: dict | None = None) -> dict:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{server}/api{path}", data, headers)) as answer:
            return json.load(answer)

    token = token or call("/guests", {"name": "Python"})["token"]
    if what in [game["name"] for game in call("/games")["games"]]:
        table = call("/tables", {"game": what, "start": True})
    else:
        table = call(f"/tables/{what}/sit", {})
    path, version, phase = f"/tables/{table['code']}", -1, table["phase"]
    while phase != "over":
        news = call(f"{path}/events?after={version}&wait=25")
        print(*(event["words"] for event in news["events"] if event["words"]), sep="\n")
        version, phase = news["version"], news["phase"]
        if news["asked"]:
            view = call(f"{path}/view")
            action = random.choice(view["actions"])["number"]
            call(f"{path}/actions", {"action": action, "at": view["version"]})
    return call(path)


if __name__ == "__main__":
    print(play(*sys.argv[1:])["result"])
