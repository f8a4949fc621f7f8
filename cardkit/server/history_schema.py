"""What was played, kept so that a page of it costs no more than what it shows.

SQL only: the columns, indexes and sums that a store keeps for lists. Triggers keep the sums, in the
transaction of what they follow from, so no statement of the server can forget them.
"""

from __future__ import annotations

PLAYED = """
ALTER TABLE matches ADD COLUMN game TEXT;  -- since it has begun: its table is stored after it
UPDATE matches SET game = (SELECT game FROM tables WHERE name = at_table) WHERE begun IS NOT NULL;
CREATE INDEX matches_begun ON matches (id) WHERE begun IS NOT NULL;
CREATE INDEX matches_by_game ON matches (game, id) WHERE begun IS NOT NULL;
CREATE INDEX matches_coming ON matches (at_table, id) WHERE told < 0;
CREATE INDEX tables_open ON tables (name) WHERE open;

CREATE VIEW results (match, game, player, points, first) AS
SELECT matches.id, tables.game, who.value, got.value, json_extract(scores, '$[0]')
FROM matches JOIN tables ON tables.name = at_table
JOIN json_each(CASE WHEN json_valid(players) THEN players END) AS who
JOIN json_each(CASE WHEN json_valid(scores) THEN scores END) AS got ON got.key = who.key
WHERE over AND got.type = 'integer';

CREATE TABLE games_played (
    game TEXT PRIMARY KEY, low_wins INTEGER NOT NULL  -- results are best first, so they show it
) WITHOUT ROWID;
CREATE TABLE standings (
    game TEXT NOT NULL, player TEXT NOT NULL, matches INTEGER NOT NULL, wins INTEGER NOT NULL,
    points INTEGER NOT NULL, most INTEGER NOT NULL, fewest INTEGER NOT NULL,
    minus_wins INTEGER AS (-wins),  -- an order whose columns all rise can be taken up anywhere
    PRIMARY KEY (game, player)
) WITHOUT ROWID;
INSERT INTO games_played SELECT game, max(first < points) FROM results GROUP BY game;
INSERT INTO standings
SELECT game, player, count(*), sum(points = first), sum(points), max(points), min(points)
FROM results GROUP BY game, player;
CREATE INDEX standings_in_order ON standings (game, minus_wins, matches, player);
CREATE TRIGGER match_over AFTER UPDATE OF over ON matches WHEN NEW.over AND NOT OLD.over BEGIN
    INSERT INTO games_played
    SELECT game, max(first < points) FROM results WHERE match = NEW.id GROUP BY game
    ON CONFLICT DO UPDATE SET low_wins = max(low_wins, excluded.low_wins);
    INSERT INTO standings
    SELECT game, player, 1, points = first, points, points, points
    FROM results WHERE match = NEW.id
    ON CONFLICT DO UPDATE SET
        matches = matches + 1, wins = wins + excluded.wins, points = points + excluded.points,
        most = max(most, excluded.most), fewest = min(fewest, excluded.fewest);
END;

CREATE TABLE table_numbers (stem TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIEW numbered (name, stem, number) AS
SELECT name, substr(front, 1, length(front) - 1), CAST(substr(name, length(front) + 1) AS INTEGER)
FROM (SELECT name, rtrim(name, '0123456789') AS front FROM tables);
INSERT INTO table_numbers SELECT stem, max(number) FROM numbered GROUP BY stem;
CREATE TRIGGER table_opened AFTER INSERT ON tables BEGIN
    INSERT INTO table_numbers SELECT stem, number FROM numbered WHERE name = NEW.name
    ON CONFLICT DO UPDATE SET last = max(last, excluded.last);
END;
"""
