"""For all tests: how long a machine takes is no property of the program."""

from hypothesis import settings

settings.register_profile("cardkit", deadline=None)
settings.load_profile("cardkit")
