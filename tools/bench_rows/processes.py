"""Starts processes, ends each by its own pid, and reads from /proc what they cost."""

import os
import signal
import subprocess
import time

running = []


def start(command, **options):
    """As subprocess.Popen, with the standard streams closed unless asked for; `end_all` ends it."""
    for stream in ("stdin", "stdout", "stderr"):
        options.setdefault(stream, subprocess.DEVNULL)
    process = subprocess.Popen(command, **options)
    running.append(process)
    return process


def end(process, number=signal.SIGKILL, patience=5):
    """Ends the process by its pid, by SIGKILL if it does not go by `number`, and waits for it."""
    if process.poll() is None:
        process.send_signal(number)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            try:
                stream.close()
            except OSError:
                pass
    if process in running:
        running.remove(process)


def end_all():
    for process in list(reversed(running)):
        end(process)


def cpu_seconds(pid):
    """User and system time of all threads of the process so far, those that have ended included."""
    return time.clock_gettime((~pid << 3) | 2)


def status(pid, *names):
    """Numbers of /proc/PID/status."""
    values = {}
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
        for line in file:
            name, _, text = line.partition(":")
            if name in names:
                values[name] = int(text.split()[0])
    return [values[name] for name in names]


def threads(pid):
    try:
        return os.listdir(f"/proc/{pid}/task")
    except OSError:
        # It has ended.
        return []


def waited(pid, thread):
    """Seconds for which the thread was ready to run and had no processor, since it began."""
    try:
        with open(f"/proc/{pid}/task/{thread}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError):
        # It has just ended, or this kernel does not count.
        return 0.0


def sleeps(pid):
    """{thread: how often it has gone to sleep of its own accord}: each time is a wake-up later."""
    counts = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            counts[thread] = status(f"{pid}/task/{thread}", "voluntary_ctxt_switches")[0]
        except (OSError, ValueError):
            # It has just ended.
            continue
    return counts


def wait_until(true, seconds, what):
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not come within {seconds} s")
        time.sleep(0.01)
