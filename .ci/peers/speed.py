# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The TagPress authors
"""Prints how fast Python does what `make bench` measures: encode or decode (messages per second,
by ndeflib) or json (megabytes per second of what comes on standard input).
Needs `pip install ndeflib==0.3.3`.
"""

import json
import sys
import time

import ndef

LINK = "https://go.example.com/s/abcdefghijklmno"
COUNT = 5000


def encode():
    records = [
        ndef.UriRecord(LINK),
        ndef.Record("urn:nfc:ext:android.com:pkg", "", b"com.example.shop"),
    ]
    return b"".join(ndef.message_encoder(records))


def per_second(amount, work):
    start = time.perf_counter()
    work()
    return amount / (time.perf_counter() - start)


def main():
    task = sys.argv[1]
    if task == "encode":
        speed = per_second(COUNT, lambda: [encode() for _ in range(COUNT)])
    elif task == "decode":
        message = encode()
        speed = per_second(COUNT, lambda: [list(ndef.message_decoder(message)) for _ in range(COUNT)])
    else:
        text = sys.stdin.buffer.read()
        speed = per_second(len(text) / 1e6, lambda: json.loads(text))
    print(speed)


main()
