"""A knob that is turned as fast as the simulator can, while the panel is painted and a station's host is dead."""

import json
import time

from bedside import other
from cases import case, check, expect, within
from lines import Chip
from names import DeadNames
from panel import Panel
from radio import run
from tones import Tones

# The guest's tick: what is closer together arrives at once.
EDGE_SECONDS = 0.01
# Not more than a list may have before fast turning goes by letters.
ROWS = 30
# More than 1,000 clicks in the two cases.
CLICKS, LEGS = 20, 26
NOWHERE = "radio.example"


def turned(radio, chip, panel):
    """Turns to and fro; no click may be lost or go the other way, and the panel follows."""
    opened(radio)
    radio.say("row 6")
    radio.hears(event="focus", row=6)
    first, row, pictures = radio.heard, 6, set()
    within(10, panel.focused, "a row is filled")
    begun, began = other(None, panel.shown, "the list"), time.monotonic()
    for leg in range(LEGS):
        clicks = CLICKS if leg % 2 == 0 else -CLICKS
        # A look in the middle, too: a radio that keeps up shows only both ends at the ends.
        for part in (clicks // 2, clicks - clicks // 2):
            chip.turn(part, edge=EDGE_SECONDS)
            pictures.add(panel.shown())
        row += clicks
        radio.hears(event="focus", row=row)
        # Whatever would still come after the row that is right.
        time.sleep(0.1)
        expect(rows(radio, first)[-1], row, f"the row after {leg + 1} turns")
    print(f"{CLICKS * LEGS} clicks in {time.monotonic() - began:.1f} s", flush=True)
    wrong = backwards(rows(radio, first))
    expect(wrong, [], "the list of steps the wrong way")
    check(len(pictures) > 2, "the panel was not painted meanwhile")
    within(10, lambda: panel.shown() == begun, "the list as at the beginning")


def silent(radio):
    check(not any('"state":"playing"' in line for line in radio.lines), "the host is not dead: the test is none")


def rows(radio, first):
    lines = (json.loads(line) for line in radio.lines[first:])
    return [line["row"] for line in lines if line["event"] == "focus"]


def backwards(found):
    """Steps against the direction of their leg: the ends, rows 6 and 26, are where it changes."""
    wrong, row, way = [], 6, 1
    for number, now in enumerate(found):
        if (now - row) * way <= 0:
            wrong.append((number, row, now))
        row = now
        way = {6: 1, 6 + CLICKS: -1}.get(row, way)
    return wrong


def tuned(link=None):
    """The radio with a list of 30 rows, tuned to the first of them: to this link, or to one that never answers."""
    stations = Tones()
    others = {f"Station {number}": stations.link(400) for number in range(2, ROWS + 1)}
    stations.announce({"Many": {"Dead": link or stations.address("silent"), **others}})
    radio, chip = run(stations), Chip()
    radio.hears(event="focus")
    chip.held("KNOB_PUSH")
    radio.say("tune 1")
    radio.hears(event="state", state="connecting")
    return radio, chip


def opened(radio):
    radio.say("open stations")
    heard = radio.hears(event="focus")
    expect(heard["of"], ROWS, "the number of rows")


@case
def no_click_is_lost_or_turned_round_while_a_server_never_answers():
    radio, chip = tuned()
    turned(radio, chip, Panel())
    silent(radio)


@case
def no_click_is_lost_or_turned_round_while_a_name_is_never_found():
    names = DeadNames()
    try:
        radio, chip = tuned(f"http://{NOWHERE}/")
        within(20, lambda: names.asked(NOWHERE), "the name is asked for")
        turned(radio, chip, Panel())
        silent(radio)
    finally:
        names.end()
