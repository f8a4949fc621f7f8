/* A bot for contests in C: it plays the first legal command. It reads no JSON.
 *
 *   gcc -O2 -o first_legal examples/bots/first_legal.c
 *   cardkit contest akq rand --bot 'first=./first_legal'
 *
 * A question is a line: ASK ["first command","second command",…] {the view}.
 * An open offer stands for many commands: this bot answers RAISE 8..100 with RAISE 8, and
 * PUT ann 2 of S3 H7 CK with PUT ann S3 H7. docs/bots.md explains the rest.
 */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the offer as a whole command: the smallest amount, or the first of its cards. */
static void say(char *offer) {
    char *cards = strstr(offer, " of ");
    if (cards != NULL) {
        *cards = '\0';
        cards += 4;
        char *count = strrchr(offer, ' ');
        *count = '\0';
        fputs(offer, stdout);
        char *card = strtok(cards, " ");
        for (long left = atol(count + 1); left > 0 && card != NULL; left--) {
            printf(" %s", card);
            card = strtok(NULL, " ");
        }
    } else {
        char *last = strrchr(offer, ' ');
        char *dots = last != NULL ? strstr(last, "..") : NULL;
        if (dots != NULL) *dots = '\0';
        fputs(offer, stdout);
    }
    putchar('\n');
    fflush(stdout); /* what waits in a buffer is no answer */
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strncmp(line, "ASK [\"", 6) != 0) continue; /* everything else only tells */
        char *first = line + 6;
        first[strcspn(first, "\"")] = '\0';
        say(first);
    }
    free(line);
    return 0;
}
