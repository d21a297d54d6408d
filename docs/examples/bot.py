"""Plays a game of Mr. Jack Pocket against the constable, at random: python bot.py http://127.0.0.1:1888"""

import json
import random
import sys
from urllib.request import Request, urlopen

server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:1888"
headers = {"Content-Type": "application/json"}


def ask(method, path, body=None):
    """Send a request, and give the answer to be read."""
    data = json.dumps(body).encode() if body is not None else None
    return urlopen(Request(f"{server}/api/v1{path}", data, headers, method=method))


token = json.load(ask("POST", "/accounts", {"name": "example"}))["token"]
headers["Authorization"] = f"Bearer {token}"
made = json.load(ask("POST", "/games", {"title": "pocket", "side": "detectives", "opponent": "bot:constable"}))
game = made["game"]
print("Watch it:", server + made["watch"]["page"])

answered = 0
for line in ask("GET", f"/games/{game}/updates"):
    if line.strip():  # else it only keeps the connection alive
        state = json.loads(line)
        if state["legal"] and state["step"] > answered:  # else something besides the game has changed
            answered = state["step"]
            ask("POST", f"/games/{game}/play", {"play": random.choice(state["legal"]), "step": state["step"]}).close()

print("It is over:", state["outcome"])
