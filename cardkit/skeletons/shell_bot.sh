#!/bin/sh
# A bot for contests in plain sh: it plays the last legal command, which is often the boldest.
#
#   cardkit contest akq rand --bot 'shelly=sh examples/bots/shell_bot.sh'
#
# A question is a line: ASK ["first command","second command",…] {the view}.
# An open offer stands for many commands: this bot answers RAISE 8..100 with RAISE 100, and
# EXCHANGE 1..3 of S3 H7 CK with EXCHANGE S3. docs/bots.md explains the rest.

set -f # no word is a pattern for files

while read -r line; do
    case $line in 'ASK ['*) ;; *) continue ;; esac
    legal=${line%%\"] \{*}
    offer=${legal##*\"}
    case $offer in
    *' of '*)
        cards=${offer#* of }
        start=${offer%% of *}
        left=${start##* }
        left=${left%%..*}
        say=${start% *}
        for card in $cards; do
            [ "$left" -gt 0 ] || break
            say="$say $card"
            left=$((left - 1))
        done
        ;;
    *' '*[0-9]..[0-9]*)
        say="${offer% *} ${offer##*..}"
        ;;
    *)
        say=$offer
        ;;
    esac
    echo "$say"
done
