"""Rows about the time until something is heard."""

import os
import time

import cards
import players
import processes
from table import Row

BURST = 65536
FIRST_SOUND = 20
# How long a station is heard before the next key; before a key to a neighbor that is open already.
REST, WARM_REST = 1.5, 5


class OneAddress(players.Player):
    """`nightstand play URL`."""

    def __init__(self, program, folder):
        super().__init__("Nightstand", [program, "play", "{url}"], folder)


class OrderedMpd(players.Mpd):
    """MPD that runs already; what counts is the order to play."""

    def start(self, environment, **options):
        super().start(environment, **options)
        processes.wait_until(self.is_up, 10, "mpd")
        # It finds its output and settles.
        time.sleep(0.3)


def measured_start(bench, card, player):
    bench.tell(f"start: {player.name}")
    if isinstance(player, players.Nightstand):
        player.recall()
    try:
        card.expect("left")
        began = time.monotonic()
        player.start(card.environment)
        if isinstance(player, OrderedMpd):
            card.expect("left")
            began = time.monotonic()
            player.order("play")
        return card.heard(FIRST_SOUND) - began
    finally:
        player.end()
        card.clear()


def start(bench):
    """exec to the first sample of the last station, or of one address"""
    folder = bench.folder("start")
    card = cards.FifoCard(os.path.join(folder, "card"), paced=False)
    url = bench.tones.url("left", burst=BURST)
    radio = players.Nightstand(bench.program, bench.folder("start-radio"))
    single = OneAddress(bench.program, folder)
    ordered = OrderedMpd(bench.folder("start-mpd"))
    peers = bench.peers(folder)
    for player in [radio, single, *peers]:
        player.prepare([url])
    resumed = Row(
        "start to first sound: the radio resumes its last station", "ms", aim="≤ 60 ms; before mpv, MPD",
        holds=lambda own, peer: own <= 0.060 and own < peer.get("mpv", 9) and own < peer.get("MPD", 9))
    played = Row("start to first sound: one address (`nightstand play`)", "ms", aim="before mpv",
                 holds=lambda own, peer: own < peer.get("mpv", 9))
    resumed.note = (
        "From exec to the first sample out of the card, which takes sound as fast as it comes; stations "
        "burst 64 KiB. Nightstand resumes its last station with its state and 113 stations loaded, MPD "
        "plays from its state file; the others get the address. In the second row MPD runs already, and "
        "the time is that from the order to play.")
    everyone = [radio, single, *peers]
    if any(player.name == "MPD" for player in peers):
        ordered.prepare([url], plays=False)
        everyone.append(ordered)
    for _ in bench.warmed_runs():
        for player in everyone:
            value = bench.attempt(player.name, lambda player=player: measured_start(bench, card, player))
            if player is not single and player is not ordered:
                resumed.add(player.name, value)
            if player is not radio and not (player.name == "MPD" and player is not ordered):
                played.add(player.name, value)
        if bench.is_warming():
            resumed.values.clear()
            played.values.clear()
    card.close()
    return [resumed, played]


def zaps(card, player, count, rest=REST, unmeasured=0):
    """Times of `count` zaps, after those `unmeasured`, first to the right side, then back, and so on."""
    values = []
    if isinstance(player, players.Nightstand):
        player.recall()
    try:
        card.expect("left")
        player.start(card.environment)
        card.heard(FIRST_SOUND)
        for number in range(unmeasured + count):
            time.sleep(rest)
            index = 1 - number % 2
            card.expect(cards.SIDES[index])
            began = time.monotonic()
            player.zap(index)
            values.append(card.heard(FIRST_SOUND) - began)
        return values[unmeasured:]
    finally:
        player.end()
        card.clear()


def zap(bench):
    """key to the first sample of the next station, with four kinds of servers, and of a warm neighbor"""
    rows = []
    count = 1 if bench.quick else 2
    cases = [(BURST, 0, False), (BURST, 100, False), (0, 0, False), (0, 100, False), (0, 100, True)]
    for burst, delay, is_warm in cases:
        folder = bench.folder(f"zap-{burst}-{delay}-{is_warm}")
        card = cards.FifoCard(os.path.join(folder, "card"), paced=True)
        addresses = [bench.tones.url(side, burst, delay) for side in cards.SIDES]
        radio = players.Nightstand(bench.program, bench.folder(f"zap-radio-{burst}-{delay}-{is_warm}"))
        radio.settings = {"warmNeighbours": is_warm}
        everyone = [radio, *(player for player in bench.peers(folder) if player.name != "ffplay")]
        for player in everyone:
            player.prepare(addresses)
        server = "server bursts 64 KiB" if burst else "server without burst"
        server += f", {delay} ms away" if delay else ""
        row = Row(f"zap: {server}", "ms", aim="≤ mpg123 started anew",
                  holds=lambda own, peer: own <= peer.get("mpg123", 99))
        if is_warm:
            row = Row(f"zap: {server}, a warm neighbor", "ms", aim="≤ 50 ms",
                      holds=lambda own, peer: own <= 0.050)
        rows.append(row)
        for _ in range(bench.runs):
            for player in everyone:
                bench.tell(f"zap, {server}: {player.name}")
                more = (WARM_REST, 1) if is_warm else ()
                measured = lambda player=player, more=more: zaps(card, player, count, *more)  # noqa: E731
                for value in bench.attempt(player.name, measured) or []:
                    row.add(player.name, value)
        card.close()
    rows[0].note = (
        "From the key (a line on standard input; mpg123: kill and exec; MPD and mpv: a line to their "
        "sockets) to the first sample of the other station, which sounds on the other side, out of a "
        "card that takes sound at the true speed. What a player has given to the card before is heard "
        "first, and this card does not let go of a player before its last piece (80 ms) is taken; mpg123 "
        "takes what it has given along when it is killed. The delay is "
        f"before the answer to the request. A station is heard for {REST} s before the next key; {count} "
        "zaps a run. In the row of the warm neighbor each rest is {WARM_REST} s, and a "
        "zap before the first that counts opens the neighbors; in the other rows that is switched off.")
    return rows
