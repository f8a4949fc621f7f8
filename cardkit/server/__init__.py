"""The server: tables of any games, for people and programs, over TCP.

The core (`core`, `commands`, `hosted_table`) is plain synchronous code without I/O; `runner`,
`listener` and `links` move bytes; `store` keeps what was accepted before anybody hears of it.
"""
