"""Programs that tests start: their lines are kept as they come, and all of them end with their case."""

import contextlib
import subprocess
import threading
import time

running = []


def end_all():
    for program in reversed(running):
        program.end()
    running.clear()


class Program:
    """A running program. Its standard error goes to the guest's console."""

    def __init__(self, command, **options):
        self.name = command[0]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        encoding="utf-8", errors="replace", **options)
        self.lines, self.changed = [], threading.Condition()
        self.reader = threading.Thread(target=self.follow, daemon=True)
        self.reader.start()
        running.append(self)

    def follow(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line.rstrip("\n"))
                self.changed.notify_all()

    def say(self, line):
        """Writes a line to its standard input."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def line(self, fits, seconds, first=0):
        """The number of the first line from `first` on that `fits`."""
        end = time.monotonic() + seconds
        with self.changed:
            while True:
                for number in range(first, len(self.lines)):
                    if fits(self.lines[number]):
                        return number
                first = len(self.lines)
                left = end - time.monotonic()
                if left <= 0 or (self.process.poll() is not None and not self.reader.is_alive()):
                    raise LookupError(f"{self.name} did not print it; its last lines: {self.lines[-4:]}")
                # Also wakes up now and then for a program that has ended without another word.
                self.changed.wait(min(left, 0.1))

    def wait(self, seconds):
        """Its exit code, once all it printed has been read."""
        code = self.process.wait(seconds)
        self.reader.join(seconds)
        return code

    def end(self):
        """Ends it, and takes its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.reader.join(1)
        return self.process.returncode
