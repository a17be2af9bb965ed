"""The row about what a day writes to the flash."""

import os
import re
import shutil
import subprocess
import time

import cards
import players
import processes
from table import Row

# A tenth of a day of 80 zaps, 200 steps of the volume and 10 favorites.
SHARE = 10
ZAPS, TURNS, STEPS, FAVORITES = 8, 4, 5, 1
WRITES = "write,pwrite64,writev,pwritev,sendfile,copy_file_range"
SYNCS = "fsync,fdatasync,sync_file_range"


def counted(log, folder):
    """Bytes and syncs that strace saw on files of the folder."""
    written, syncs = 0, 0
    call = re.compile(r"(\w+)\(\d+<([^>]*)>.*\) = (\d+)")
    with open(log, encoding="utf-8", errors="replace") as file:
        for line in file:
            found = call.search(line)
            if not found or not found[2].startswith(folder):
                continue
            if "sync" in found[1]:
                syncs += 1
            else:
                written += int(found[3])
    return written, syncs


def wear(bench):
    """bytes and fsyncs of a scripted day"""
    if bench.quick or not shutil.which("strace"):
        bench.complain("wear: left out (--quick, or no strace)")
        return []
    folder = bench.folder("wear")
    card = cards.FifoCard(os.path.join(folder, "card"), paced=True)
    radio = players.Nightstand(bench.program, folder)
    radio.prepare([bench.tones.url(side, 65536) for side in cards.SIDES])
    size = Row("a day's writing: bytes", "KiB", aim="≤ 64 KiB", holds=lambda own, peer: own <= 65536)
    syncs = Row("a day's writing: fsyncs", "", aim="≤ 250", holds=lambda own, peer: own <= 250)
    size.note = (
        "A day is 80 zaps, 200 volume steps in 40 turns of the knob, 10 favorites. A tenth of it is "
        "played, zaps 3 s and turns 4 s apart, which is closer together than in life but far enough for "
        "each to be written; strace counts what goes to the state folder, and that is multiplied by "
        f"{SHARE}. Starting is not counted, nor what the file system adds: the disk writes more.")
    radio.recall()
    log = os.path.join(folder, "strace.log")
    radio.process = processes.start(
        ["strace", "-f", "-y", "-qq", "-s", "0", "-o", log, "-e", f"trace={WRITES},{SYNCS}",
         *radio.command()],
        env=card.environment, stdin=subprocess.PIPE, bufsize=0)
    try:
        time.sleep(6)
        bytes_before, syncs_before = counted(log, radio.state)
        for number in range(ZAPS):
            bench.tell(f"wear: zap {number + 1} of {ZAPS}")
            radio.zap(1 - number % 2)
            time.sleep(3)
        for number in range(TURNS):
            bench.tell(f"wear: turn {number + 1} of {TURNS}")
            for _ in range(STEPS):
                radio.act(b"volume-down\n" if number % 2 else b"volume-up\n")
                time.sleep(0.1)
            time.sleep(4)
        for _ in range(FAVORITES):
            radio.act(b"favorite\n")
            time.sleep(4)
        written, synced = counted(log, radio.state)
        radio.act(b"quit\n")
        radio.process.wait(10)
    finally:
        radio.end()
    size.add("Nightstand", (written - bytes_before) * SHARE)
    syncs.add("Nightstand", (synced - syncs_before) * SHARE)
    card.close()
    return [size, syncs]
