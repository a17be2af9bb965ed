"""The real program, and stations for it on this machine."""

import json
import os
import tempfile
import urllib.request

from card import configuration
from cases import Failure
from processes import Program

PROGRAM, REPO = os.environ["NIGHTSTAND"], os.environ["GUEST_REPO"]
BOARD = os.path.join(REPO, "board", "guest")


def environment():
    """What belongs to the program is taken from its source, whatever this machine has installed."""
    return {**configuration(), "NIGHTSTAND_SHARE": os.path.join(REPO, "image", "share")}


class Stations(Program):
    """The made-up stations of tools/station-server."""

    def __init__(self, *arguments):
        self.list = "/run/tmp/stations.plist"
        super().__init__([os.path.join(REPO, "tools", "station-server"), "--announce", self.list, *arguments])
        self.port = int(self.lines[self.line(lambda line: line.startswith("port "), 60)].split()[1])

    def address(self, path):
        return f"http://127.0.0.1:{self.port}/{path}"


class Radio(Program):
    """`nightstand` with a pipe for a terminal. What it says is heard in order, by `hears`."""

    def __init__(self, *arguments):
        super().__init__([PROGRAM, *arguments], env=environment())
        self.heard = 0

    def hears(self, seconds=20, **fields):
        """The next JSON line with these fields. Lines before it count as heard, too."""
        def fits(text):
            try:
                line = json.loads(text)
            except ValueError:
                return False
            return all(line.get(name) == value for name, value in fields.items())

        try:
            number = self.line(fits, seconds, self.heard)
        except LookupError:
            raise Failure(f"the radio has not said {fields} within {seconds} s; "
                          f"it said {self.lines[self.heard:][-6:]}") from None
        self.heard = number + 1
        return json.loads(self.lines[number])


def run(stations, *arguments):
    """The radio of the board, with these stations and without a memory; actions go to it by `say`."""
    state = tempfile.mkdtemp(dir="/run/tmp")
    return Radio("run", "--board", BOARD, "--stations", stations.list, "--state", state, *arguments)


def fetched(address):
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.read()
