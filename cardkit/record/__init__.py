"""Records of matches: one text file each, that replays, and that proves it was not touched.

Reading and checking a record trusts nothing and needs no server: only the file, the game, and the
server's public key.
"""

from cardkit.record.chain import Header, Record, RecordLine, Step, read_record, write_record
from cardkit.record.check import Verdict, check_record, claims_of, new_table, play
from cardkit.record.faults import Flaw, RecordFault

__all__ = [
    "Flaw",
    "Header",
    "Record",
    "RecordFault",
    "RecordLine",
    "Step",
    "Verdict",
    "check_record",
    "claims_of",
    "new_table",
    "play",
    "read_record",
    "write_record",
]
