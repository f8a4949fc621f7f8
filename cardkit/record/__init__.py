"""Records of matches: one text file each, that replays, and that proves it was not touched.

Reading and checking a record trusts nothing and needs no server: only the file, the game, and the
server's public key.
"""

from cardkit.netgame import add_texts
from cardkit.record.chain import Header, Record, RecordLine, Step, read_record, write_record
from cardkit.record.check import Verdict, check_record, claims_of, new_table, play
from cardkit.record.faults import Flaw, RecordFault
from cardkit.record.ja import TEXTS

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

add_texts("ja", TEXTS)
