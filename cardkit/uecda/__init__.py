"""Guests from UECda, the contest of programs that play Daihinmin: its protocol, spoken to them.

`tables` is what goes over the wire, `conversation` what one guest is told and asked; both are plain
code. `gateway` lets guests in and keeps the time, `match` is a table in this process. None of them
knows a server: the command line brings the seats of one along.
"""
