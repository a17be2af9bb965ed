"""The row about what is heard of a server that goes away."""

import os
import time

import cards
import players
from table import Row

# Four seconds sent ahead, as Icecast does, and fifteen.
BURST, LONG_BURST = 65536, 240_000
# Heard before anything happens, until no player has more in store than it will have.
BEFORE = 12
# Sound that is no more than the rest of a cushion, and after which it counts as back.
BACK, LONG_BACK = 5, 16
# How long a player may take that will never come back.
PATIENCE = 75
# Seconds away, and runs at most; the last in full runs only.
TIMES = ((1, 5), (10, 3), (60, 1), (600, 1))


def back(card, limit, enough):
    """Waits until there was sound for a while without a break, or the limit has come. False: the latter."""
    end, since = time.monotonic() + limit, None
    while time.monotonic() < end:
        if card.silence()[1]:
            since = None
        elif since is None:
            since = time.monotonic()
        elif time.monotonic() - since > enough:
            return True
        time.sleep(0.02)
    return False


def measured(bench, card, player, server, what, away, enough=BACK):
    """Seconds of silence, from what happens until there is sound again."""
    bench.tell(f"outage: {player.name}, {what}")
    if isinstance(player, players.Nightstand):
        player.recall()
    try:
        card.expect("left")
        player.start(card.environment)
        card.heard(20)
        time.sleep(BEFORE)
        card.watch()
        if what == "stall":
            server.stall()
            # The rest of what was received is no sign that it is back.
            time.sleep(BACK)
        else:
            server.stop()
            time.sleep(away)
            server.start()
        if not back(card, PATIENCE, enough):
            bench.tell(f"outage: {player.name} did not come back")
        return card.silence()[0]
    finally:
        player.end()
        card.clear()


def outage(bench):
    """silence that is heard when a server goes away, restarts or falls silent"""
    folder = bench.folder("outage")
    card = cards.FifoCard(os.path.join(folder, "card"), paced=True)
    server = bench.tones
    radio = players.Nightstand(bench.program, bench.folder("outage-radio"))
    mpd = players.Mpd(bench.folder("outage-mpd"))
    taking_part = [radio, *([mpd] if mpd.is_there() else [])]
    rows, prepared = [], None
    cases = [("restart", 0, 3, BURST), ("stall", 0, 3, BURST)]
    cases += [(f"{away} s", away, runs, BURST) for away, runs in TIMES if away <= (10 if bench.quick else 600)]
    cases += [("10 s, 15 s sent ahead", 10, 3, LONG_BURST)]
    for what, away, runs, burst in cases:
        if burst != prepared:
            prepared = burst
            for player in taking_part:
                player.prepare([server.url("left", burst=burst)])
        # Tries come after 0, 1, 3, 7 … seconds: the longest pause is what had passed before it, up to a minute.
        most = 0.15 if burst == LONG_BURST else {"restart": 0.15, "stall": 0.5, "1 s": 0.15}.get(
            what, away + min(away, 60) + 2)
        row = Row({"restart": "silence: the server restarts", "stall": "silence: the stream stalls"}.get(
            what, f"silence: the server is gone for {what}"), "s", aim=f"≤ {most:g} s",
            holds=lambda own, peer, most=most: own <= most)
        enough = LONG_BACK if burst == LONG_BURST else BACK
        for _ in range(min(bench.runs, runs)):
            for player in taking_part:
                row.add(player.name, bench.attempt(
                    f"outage: {player.name}", lambda player=player, enough=enough: measured(
                        bench, card, player, server, what, away, enough)))
        rows.append(row)
    rows[0].note = (
        "Silence: seconds without sound from the moment at which the server goes until there is sound again for "
        f"{BACK} s, in the last row {LONG_BACK} s; a player that does not come back within {PATIENCE} s counts "
        "with what it was silent until then. The station sends 4 s ahead, in the last row 15 s, so that much of "
        "each outage cannot be heard.")
    card.close()
    return rows
