#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The TagPress authors
"""Says how ndeflib reads messages: hex lines in, one compact JSON object per line out.

The records are raw: no record type looks at the payload, so that only the framing is compared.
ndeflib does not join chunks (each is a record here), takes no bytes at all for a message of no
records, and does not look behind the message end; docs/ndef.md lists such differences.
Needs `pip install ndeflib==0.3.3`.
"""

import json
import sys

import ndef.message
from ndef.record import DecodeError, Record


class RawRecord(Record):
    """A record that keeps its type, id and payload as the bytes they were."""

    def __init__(self, tnf, type_bytes, payload):
        self.tnf = tnf
        self.type_bytes = type_bytes
        self.payload = payload

    # ndeflib reads a type as ASCII text here, which says nothing about the framing.
    @classmethod
    def _decode_type(cls, tnf, type_bytes):
        return tnf, type_bytes

    def as_json(self):
        return {
            "tnf": self.tnf,
            "type": self.type_bytes.hex(),
            "id": self.name.encode("latin").hex(),
            "payload": self.payload.hex(),
        }


class RawType:
    """Stands where ndeflib expects the class that reads the payload of a type."""

    _decode_min_payload_length = 0
    _decode_max_payload_length = 0xFFFFFFFF

    def __init__(self, tnf, type_bytes):
        self.tnf = tnf
        self.type_bytes = type_bytes

    def _decode_payload(self, payload, _errors):
        return RawRecord(self.tnf, self.type_bytes, payload)


class RawTypes:
    """A table of known types that knows every type."""

    def __contains__(self, record_type):
        return True

    def __getitem__(self, record_type):
        return RawType(*record_type)


def read(message):
    try:
        records = list(ndef.message.message_decoder(message, "strict", RawTypes()))
    except DecodeError as error:
        return {"error": str(error)}
    return {"records": [record.as_json() for record in records]}


def main():
    ndef.message.Record = RawRecord
    for line in sys.stdin:
        answer = read(bytes.fromhex(line))
        print(json.dumps(answer, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
