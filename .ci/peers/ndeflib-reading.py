#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The TagPress authors
"""Says what ndeflib makes of messages, payloads included: hex lines in, one line of words out each.

`ndeflib.py` beside this compares the framing alone. Needs `pip install ndeflib==0.3.3`.
"""

import sys

import ndef


def words(record):
    said = getattr(record, "text", None) or record.data.hex()
    return ascii(" ".join(filter(None, [record.type or "empty", record.name, said])))[1:-1]


for line in sys.stdin:
    try:
        records = list(ndef.message_decoder(bytes.fromhex(line), "strict"))
    except (ndef.DecodeError, ValueError):
        print("refused", flush=True)
    else:
        print(" | ".join(map(words, records)) or "nothing", flush=True)
