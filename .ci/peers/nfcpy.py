#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The TagPress authors
"""Does one thing to the tag on a reader with nfcpy and says in a line of JSON what came of it.

    nfcpy.py list
    nfcpy.py read [PASSWORD]
    nfcpy.py write MESSAGE
    nfcpy.py format [WIPE]
    nfcpy.py protect [PASSWORD]

Messages, passwords and the byte to wipe with are hex. The reader is the PN532 at ./COM1: nfcpy takes
no other name of a serial port that may lie outside of /dev.
Needs `pip install nfcpy==1.0.4`.
"""

import json
import sys
import time

import nfc
from nfc.clf import transport

PATIENCE = 60  # seconds until a tag must have come, even on a busy machine
READ = transport.TTY.read


def read_patiently(line, timeout):
    """nfcpy gives a reader a tenth of a second to answer; ours is a program that may have to wait for its turn."""
    return READ(line, 100 * timeout)


transport.TTY.read = read_patiently


def connect(reader):
    give_up = time.monotonic() + PATIENCE
    tag = reader.connect(
        # False gives the tag back at once instead of waiting until it leaves.
        rdwr={"targets": ["106A", "212F"], "on-connect": lambda tag: False, "beep-on-connect": False},
        terminate=lambda: time.monotonic() > give_up,
    )
    if not tag:
        sys.exit("nfcpy.py: no tag came")
    return tag


def identity(tag):
    return {"product": tag.product, "uid": tag.identifier.hex()}


def pages(dump):
    """The lines of nfcpy's dump as one entry a page; None for a page that it could not read."""
    found = []
    for line in dump:
        number, content = line[:3], line[5:16]
        if number == "  *":
            continue  # the next line says how far the pages are the same as the last one
        while len(found) < int(number, 16):
            found.append(found[-1])
        found.append(None if "?" in content else content.replace(" ", ""))
    return found


def read(tag, password=None):
    answer = {}
    if password is not None:
        answer["authenticated"] = tag.authenticate(bytes.fromhex(password))
    message = tag.ndef
    if message is not None:
        answer["message"] = message.octets.hex()
        answer["capacity"] = message.capacity
        answer["readable"] = message.is_readable
        answer["writeable"] = message.is_writeable
    if tag.type == "Type2Tag":
        answer["pages"] = pages(tag.dump())
    return answer


def write(tag, message):
    if tag.ndef is None or not tag.ndef.is_writeable:
        return {"done": False}
    tag.ndef.octets = bytes.fromhex(message)
    return {"done": True}


def erase(tag, wipe=None):
    # Without a version nfcpy fails to format a Type 3 tag that is not a FeliCa Lite.
    version = 0x10 if tag.type == "Type3Tag" else None
    wipe = None if wipe is None else int(wipe, 16)
    return {"done": bool(tag.format(version=version, wipe=wipe))}


def protect(tag, password=None):
    return {"done": bool(tag.protect(None if password is None else bytes.fromhex(password)))}


ACTIONS = {"list": identity, "read": read, "write": write, "format": erase, "protect": protect}


def main():
    action, *arguments = sys.argv[1:]
    with nfc.ContactlessFrontend("com:COM1:pn532") as reader:
        answer = ACTIONS[action](connect(reader), *arguments)
        # Flush at once, because someone may measure when it comes.
        print(json.dumps(answer, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
