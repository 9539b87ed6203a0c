"""Runs suites, each in folders and processes of its own, and tells the results between two marker lines.

Usage: python -I -S codeface_supervisor.py JOBS.json, in the folder that the paths in it are relative to. It imports
nothing but the standard library and its own files: the clock, the exit status and its output cannot be patched.
"""

import json
import os
import select
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from codeface_launch import read_program  # noqa: E402
from codeface_processes import adopt_orphans, kill_others, shield  # noqa: E402
from codeface_user import user_of_slot  # noqa: E402
from codeface_warden import run_slot  # noqa: E402
from codeface_workspace import Workspace  # noqa: E402

INDEX_BYTES = 4
CHUNK_BYTES = 1024 * 1024
# After the deadline, for a warden to tell what it has before it is taken for dead.
GRACE_SECONDS = 1
KILLED = "The process that ran the suite was killed by the code under test, or as when memory runs out."


def main(path):
    shield()
    adopt_orphans()
    with open(path, encoding="utf-8") as file:
        batch = json.load(file)
    os.unlink(path)  # it holds the nonce, which the code under test must not read
    deadline = time.monotonic() + batch["deadlineMs"] / 1000
    results = run_jobs(batch["jobs"], deadline, batch["workers"])
    marker = "codeface %s" % batch["nonce"]
    lines = ["", marker + " begin", *map(json.dumps, results), marker + " end"]
    print("\n".join(lines), flush=True)


def run_jobs(jobs, deadline, workers):
    """One result a job, in order; one that the deadline left untouched is `not-started`."""
    program = read_program()
    for folder in [job[name] for job in jobs for name in ("folder", "metadata") if job[name]]:
        os.makedirs(folder, exist_ok=True)  # each workspace keeps what lies beside its tree
    workspaces = [Workspace(job, alone=len(jobs) == 1) for job in jobs]
    reader, writer = os.pipe()
    os.write(writer, b"".join(index.to_bytes(INDEX_BYTES, "big") for index in range(len(jobs))))
    os.close(writer)

    def next_index():
        index = int.from_bytes(os.read(reader, INDEX_BYTES) or b"\xff" * INDEX_BYTES, "big")
        return index if index < len(jobs) and (index == 0 or time.monotonic() < deadline) else None

    slots = {}
    for slot in range(min(workers, len(jobs))):
        heard, said = os.pipe()
        pid = os.fork()
        if pid == 0:
            for other in (heard, *slots):
                os.close(other)
            with open(said, "wb") as pipe:

                def tell(event):
                    pipe.write(json.dumps(event).encode("ascii") + b"\n")
                    pipe.flush()

                try:
                    run_slot(jobs, workspaces, user_of_slot(slot), program, tell, next_index, deadline)
                finally:
                    os._exit(0)
        os.close(said)
        slots[heard] = bytearray()
    os.close(reader)
    listen(slots, deadline + GRACE_SECONDS)
    kill_others(set())
    return results_of(len(jobs), slots.values())


def listen(slots, until):
    """Hears every slot out: until it ends, or for too long."""
    waiting = set(slots)
    while waiting:
        left = until - time.monotonic()
        ready = select.select(list(waiting), [], [], max(0, left))[0]
        if not ready and left <= 0:
            return
        for descriptor in ready:
            chunk = os.read(descriptor, CHUNK_BYTES)
            slots[descriptor] += chunk
            if not chunk:
                waiting.discard(descriptor)


def results_of(count, transcripts):
    """What the slots told; a job begun and not told of is `interrupted`, or has crashed when it was alone."""
    results = [{"status": "not-started"} for _ in range(count)]
    for text in transcripts:
        for line in bytes(text).split(b"\n")[:-1]:
            event = json.loads(line)
            results[event["index"]] = event.get("result", {"status": "interrupted"})
    if count == 1 and results[0]["status"] in ("interrupted", "not-started"):
        from codeface_merge import alone_result

        results[0] = dict(alone_result("crashed", KILLED), durationMs=0)
    return results


if __name__ == "__main__":
    main(sys.argv[1])
