"""The variants of Crazy Eights."""

MAU_MAU = {"A": 11, "K": 4, "Q": 3, "J": 20, "T": 10, "9": 9, "8": 8, "7": 7}

PRESETS: dict[str, dict[str, object]] = {
    "classic": {},
    "draw_one": {"draw": "one_then_pass"},
    "action_cards": {"skip": "Q", "reverse": "A", "draw_two": "2"},
    "mau_mau": {
        "size": 32,
        "draw": "one_then_pass",
        "wild": "J",
        "skip": "8",
        "draw_two": "7",
        "covered": ("J",),
        "values": MAU_MAU,
        "call": "Mau!",
    },
}
