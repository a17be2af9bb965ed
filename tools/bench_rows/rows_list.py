"""Rows about a list of 100,000 stations."""

import os
import plistlib
import select
import subprocess
import time

import players
import processes
from table import Row

MANY, FEW = 100_000, 100
CATEGORIES = 100


def write_list(path, count, categories):
    root, number = {}, 0
    for index in range(categories):
        sites = {}
        for place in range(count // categories):
            number += 1
            # Port 9 of this machine refuses at once.
            sites[f"Site{place}"] = {"siteName": f"Station number {number}", "siteLogoName": "",
                                     "siteLink": f"http://127.0.0.1:9/stations/{number}.mp3"}
        root[f"Item{index}"] = {"categoryName": f"Category {index}", **sites}
    with open(path, "wb") as file:
        plistlib.dump(root, file, sort_keys=False)


def listed(program, path):
    """What `nightstand list` takes: seconds, processor time, peak memory in KiB."""
    began = time.monotonic()
    process = processes.start([program, "list", "--stations", path])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - began
    processes.end(process)
    if process.returncode:
        raise OSError(f"nightstand list ended with {process.returncode}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def started(radio):
    """Seconds until the radio has said its first screen, and its memory then."""
    radio.recall()
    began = time.monotonic()
    radio.start_script({**os.environ, "ALSA_CONFIG_PATH": "/dev/null"}, stdout=subprocess.PIPE)
    try:
        output = radio.process.stdout
        if not select.select([output], [], [], 60)[0] or not os.read(output.fileno(), 1):
            raise TimeoutError("the radio said nothing")
        return time.monotonic() - began, processes.status(radio.process.pid, "VmHWM")[0]
    finally:
        radio.end()


def scrolled(radio, count, rows):
    """Seconds of processor time for each row that the focus goes down from the middle of the list."""
    radio.recall()
    radio.has_screen = True
    radio.start({**os.environ, "ALSA_CONFIG_PATH": "/dev/null"})
    try:
        screen, pid = radio.screen, radio.process.pid
        processes.wait_until(lambda: screen.count > 0, 60, "the screen")
        for digit in str(count // 2):
            screen.type(digit.encode())
            time.sleep(0.05)
        screen.type(b"\r")
        time.sleep(0.5)
        # From the player into the list of stations, at the one that is chosen.
        screen.type(b"\r")
        time.sleep(0.5)
        screen.type(b"\x1b[B")
        time.sleep(0.3)
        spent = processes.cpu_seconds(pid)
        for _ in range(rows):
            last = screen.count
            screen.type(b"\x1b[B")
            processes.wait_until(lambda last=last: screen.count > last, 2, "a row")
        time.sleep(0.1)
        if f"{count // 2 + rows}".encode() not in screen.tail:
            raise OSError("the focus is not where it should be")
        return (processes.cpu_seconds(pid) - spent) / rows
    finally:
        radio.end()
        radio.has_screen = False


def catalogue(bench):
    """100,000 stations: loading, memory, scrolling"""
    folder = bench.folder("list")
    radio = players.Nightstand(bench.program, folder)
    small = players.Nightstand(bench.program, bench.folder("list-few"))
    wide = os.path.join(folder, "wide.plist")
    write_list(wide, MANY, CATEGORIES)
    wait = Row("100,000 stations: `nightstand list`", "s")
    work = Row("100,000 stations: processor time of `nightstand list`", "s", aim="≤ 1 s",
               holds=lambda own, peer: own <= 1)
    memory = Row("100,000 stations: peak memory of `nightstand list`", "MB")
    begin = Row("100,000 stations: exec to the first screen", "ms", aim="≤ 1 s",
                holds=lambda own, peer: own <= 1)
    begin_few = Row("100 stations: exec to the first screen", "ms")
    resident = Row("100,000 stations: peak memory of the radio", "MB")
    resident_few = Row("100 stations: peak memory of the radio", "MB")
    scroll = Row("100,000 stations in a list: a row down in the middle", "µs", aim="≤ 1.2 × that of 100",
                 holds=lambda own, peer: own <= 1.2 * scroll_few.median("Nightstand"))
    scroll_few = Row("100 stations in a list: a row down in the middle", "µs")
    wait.note = (
        f"The 100,000 stations stand in {CATEGORIES} categories for loading and in a single one for "
        "scrolling; the radio has loaded the list before (it keeps the last good one). A row is "
        "processor time for the key, the list and the terminal.")
    radio.list, small.list = wide, os.path.join(bench.folder("list-few"), "few.plist")
    write_list(small.list, FEW, 1)
    flat = os.path.join(folder, "flat.plist")
    write_list(flat, MANY, 1)
    radio.remember(b"")
    small.remember(b"")
    for _ in range(bench.runs):
        bench.tell("catalogue: loading")
        seconds, spent, peak = listed(bench.program, wide)
        wait.add("Nightstand", seconds)
        work.add("Nightstand", spent)
        memory.add("Nightstand", peak)
        for one, seconds_row, memory_row in ((radio, begin, resident), (small, begin_few, resident_few)):
            seconds, peak = started(one)
            seconds_row.add("Nightstand", seconds)
            memory_row.add("Nightstand", peak)
    radio.list = flat
    radio.remember(b"")
    for _ in range(bench.runs):
        for one, count, row in ((radio, MANY, scroll), (small, FEW, scroll_few)):
            bench.tell(f"catalogue: scrolling {count} stations")
            spent = bench.attempt("Nightstand", lambda one=one, count=count: scrolled(one, count, 40))
            row.add("Nightstand", spent)
    return [wait, work, memory, begin, begin_few, resident, resident_few, scroll, scroll_few]
