/* A bot as a program in C: cc -o by_chance examples/programs/by_chance.c
 * decapod play crab-stack --seats "you,exec:./by_chance"
 *
 * It speaks docs/bot-protocol.md: a line of JSON is a question, a line of JSON is the answer. It plays by chance,
 * and so needs only two things of a question, its "id" and the numbers of the "legal" moves. In JSON no quotation
 * mark stands inside a text without a backslash, so that what looks like one of these keys is one. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The number after a key, from a place in the line on; -1 if there is none. `*at` is moved behind the key. */
static long number_after(const char **at, const char *key) {
    const char *found = strstr(*at, key);
    if (!found) return -1;
    *at = found + strlen(key);
    return strtol(*at, NULL, 10);
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    srand((unsigned)time(NULL) ^ (unsigned)getpid());
    while (getline(&line, &room, stdin) > 0) {
        const char *at = line, *top = line, *end;
        long id = number_after(&top, "\"id\":"), move, chosen = -1, seen = 0;
        if (number_after(&at, "\"decapod\":") != 1) return 1; /* another version */
        at = strstr(line, "\"legal\":");
        if (!at || !(end = strstr(at, "}]"))) return 1;
        while ((move = number_after(&at, "\"move\":")) >= 0 && at < end)
            if (rand() % ++seen == 0) chosen = move; /* each is as likely as any other */
        printf("{\"id\": %ld, \"move\": %ld}\n", id, chosen);
        fflush(stdout);
    }
    free(line);
    return 0;
}
