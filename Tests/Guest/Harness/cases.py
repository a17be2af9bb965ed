"""The cases of a file of tests: runs them in order and reports each to the host.

A case is a function under `@case`; its name is the sentence it proves. It fails by any exception.
"""

import importlib.util
import json
import os
import signal
import sys
import time
import traceback

import processes

LIMIT_SECONDS = 90
WORDS_MAX = 300

cases = []


class Skip(Exception):
    """This cannot be done here; says why."""


class Failure(Exception):
    """What was expected and what came."""


def case(function):
    cases.append(function)
    return function


def expect(found, wanted, what="it"):
    if found != wanted:
        raise Failure(f"{what} is {found!r}, not {wanted!r}")


def check(true, words):
    if not true:
        raise Failure(words)


def within(seconds, found, what):
    """What `found` returns once that is true; looked for every hundredth of a second."""
    end = time.monotonic() + seconds
    while True:
        value = found()
        if value:
            return value
        if time.monotonic() > end:
            raise Failure(f"{what}: not within {seconds} s")
        time.sleep(0.01)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read().strip()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def results(name):
    """The path of a file that outlives the guest, for tools/guest --keep."""
    return os.path.join(os.environ["GUEST_RESULTS"], name)


def ring(*_):
    raise Failure(f"it did not end within {LIMIT_SECONDS} s")


def outcome(function):
    """How the case ended, and the words for it."""
    signal.alarm(LIMIT_SECONDS)
    try:
        function()
        return "passed", ""
    except Skip as reason:
        return "skipped", str(reason)
    except Exception as error:
        traceback.print_exc()
        return "failed", str(error) if isinstance(error, Failure) else repr(error)
    finally:
        signal.alarm(0)
        processes.end_all()


def main(path):
    # The tests shall find this very module, not a second one beside `__main__`.
    sys.modules["cases"] = sys.modules["__main__"]
    signal.signal(signal.SIGALRM, ring)
    specification = importlib.util.spec_from_file_location("tests", path)
    specification.loader.exec_module(importlib.util.module_from_spec(specification))
    for function in cases:
        print(f"== {function.__name__}", flush=True)
        began = time.monotonic()
        result, words = outcome(function)
        line = {"case": function.__name__.replace("_", " "), "result": result,
                "words": words[:WORDS_MAX], "seconds": round(time.monotonic() - began, 3)}
        with open(results("report"), "a", encoding="utf-8") as report:
            report.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
