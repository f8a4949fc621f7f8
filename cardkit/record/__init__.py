"""Records of matches: one text file each, that replays, and that proves it was not touched.

Reading and checking a record trusts nothing and needs no server: only the file, the game, and the
server's public key.
"""

from cardkit.netgame import add_texts
from cardkit.record.chain import Header, Line, Record, read_record, write_record
from cardkit.record.check import Verdict, check_record, new_table, play, results_of
from cardkit.record.faults import Fault, Flaw
from cardkit.record.ja import TEXTS

__all__ = [
    "Fault",
    "Flaw",
    "Header",
    "Line",
    "Record",
    "Verdict",
    "check_record",
    "new_table",
    "play",
    "read_record",
    "results_of",
    "write_record",
]

add_texts("ja", TEXTS)
