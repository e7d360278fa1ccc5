#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The TagPress authors
"""Runs Debian's PC/SC service, with the virtual reader of vpcd, until the input of this program ends.

    cardservice.py FOLDER    prints the socket of the service as soon as it answers
    cardservice.py           says why that cannot be done on this machine, or nothing

A connection to FOLDER/card is a card on the reader, and speaks vpcd's protocol.

The folder of the service, /run/pcscd, is built into it, and someone else's vpcd may have the port. So
both get a network and a /run of their own, for which root's rights are needed, or the right to be root
in a user namespace. A container in CI often has neither; but it has a network and a /run to itself, so
that there the service runs without more ado. Wherever it runs, vpcd takes cards from this machine
alone: loopback.c sees to that.
"""

import fcntl
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve()
UNPACKED = HERE.parents[2] / ".build/card-service"  # by `.ci/setup all`
REAL_DRIVERS = "/usr/lib/pcsc/drivers"
LOOPBACK = UNPACKED / "loopback.so"
PORT = 35963  # vpcd's own; the reader's second slot has the next one
PATIENCE = 45  # seconds until the service must answer, even on a busy machine


def entrance():
    """The command that gives a program all that to itself; None if this user may not have it."""
    for rights in [], ["--map-root-user"]:
        command = ["unshare", *rights, "--net", "--mount", "--pid", "--fork", "--kill-child"]
        attempt = [*command, "mount", "-t", "tmpfs", "none", "/run"]
        if subprocess.run(attempt, stderr=subprocess.DEVNULL).returncode == 0:
            return command
    return None


def obstacle():
    if not LOOPBACK.exists():
        return "needs pcscd and vpcd, which '.ci/setup all' unpacks"
    if entrance() or (os.environ.get("CI") == "true" and os.getuid() == 0 and not answers()):
        return None
    return "needs the right to make a network namespace (docker run --cap-add SYS_ADMIN)"


def answers():
    """Whether a service answers in /run: ours, or without a separate /run, this machine's."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex("/run/pcscd/pcscd.comm") == 0


def furnish(folder):
    """Makes the folder our /run, brings the loopback up, and hides the drivers of real readers."""
    subprocess.run(["mount", "--bind", folder, "/run"], check=True)
    if os.path.exists(REAL_DRIVERS):
        subprocess.run(["mount", "-t", "tmpfs", "none", REAL_DRIVERS], check=True)
    set_flags, up = 0x8914, 0x1  # SIOCSIFFLAGS, IFF_UP
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh14x", b"lo", up))


def start(folder):
    driver = next(UNPACKED.rglob("libifdvpcd.so.*"))
    readers = pathlib.Path(folder, "readers")
    readers.mkdir(exist_ok=True)
    (readers / "vpcd").write_text(
        f'FRIENDLYNAME "Virtual PCD"\nDEVICENAME /dev/null:{PORT}\nLIBPATH {driver}\nCHANNELID {PORT}\n'
    )
    service = [UNPACKED / "usr/sbin/pcscd", "--foreground", "--debug", "--config", readers]
    with open(f"{folder}/pcscd.log", "w") as log:
        # It ends with this program, even if that is killed.
        return subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *service], env={**os.environ, "LD_PRELOAD": LOOPBACK},
            stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def carry(source, sink):
    try:
        while True:
            if source.family == socket.AF_INET:
                # vpcd sends a length and then the rest; a delayed receipt costs 40 ms each time.
                source.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
            data = source.recv(4096)
            if not data:
                break
            sink.sendall(data)
    except OSError:
        pass  # the other direction, or the service, has ended it
    # Shut down and not closed: the other direction still waits on it.
    for end in source, sink:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def take_cards(listener):
    while True:
        card, _ = listener.accept()
        reader = socket.socket()
        reader.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if reader.connect_ex(("127.0.0.1", PORT)) != 0:
            card.close()
            continue
        for ends in (card, reader), (reader, card):
            threading.Thread(target=carry, args=ends, daemon=True).start()


def serve(folder, seen):
    """Serves until the input ends; `seen` is the service's /run as seen from outside."""
    # Left behind by a killed service; the new one would think that it is already running.
    shutil.rmtree("/run/pcscd", ignore_errors=True)
    pathlib.Path(folder, "card").unlink(missing_ok=True)
    service = start(folder)
    try:
        deadline = time.monotonic() + PATIENCE
        while not answers():
            if service.poll() is not None or time.monotonic() > deadline:
                sys.exit(pathlib.Path(folder, "pcscd.log").read_text())
            time.sleep(0.01)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(f"{folder}/card")
            listener.listen()
            threading.Thread(target=take_cards, args=(listener,), daemon=True).start()
            print(f"{seen}/pcscd/pcscd.comm", flush=True)
            sys.stdin.read()
    finally:
        service.terminate()
        service.wait()


def main():
    match sys.argv[1:]:
        case []:
            print(obstacle() or "", end="")
        case [folder]:
            if reason := obstacle():
                sys.exit(reason)
            if command := entrance():
                os.execvp(command[0], [*command, sys.executable, str(HERE), "--inside", folder])
            serve(folder, "/run")
        case ["--inside", folder]:
            furnish(folder)
            serve(folder, folder)


main()
