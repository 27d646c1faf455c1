PRAGMA application_id = 1364545112;
PRAGMA user_version = 5;
BEGIN TRANSACTION;
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    setup TEXT NOT NULL,
    started REAL NOT NULL,
    changed REAL NOT NULL,
    ended REAL,
    outcome TEXT,
    moves INTEGER NOT NULL DEFAULT 0,
    complete INTEGER NOT NULL DEFAULT 1, in_hand TEXT NOT NULL DEFAULT '', day TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "games" VALUES(1,'lgame','{"game":"lgame","variant":"blitz","params":{"first":0,"neutrals":1,"repetition":0},"seed":1,"seats":[{"name":"Ada","level":""},{"name":"Béla","level":""}],"undo":"always","confirm":false,"clock":30,"coach":true}',1000.0,1004.0,NULL,NULL,2,1,'','');
INSERT INTO "games" VALUES(2,'lgame','{"game":"lgame","variant":"blitz","params":{"first":0,"neutrals":1,"repetition":0},"seed":2,"seats":[{"name":"Ada","level":""},{"name":"","level":"gentle"}],"undo":"own_turn","confirm":false,"clock":0,"coach":true}',2000.0,2003.0,2003.0,'{"winners":[0],"ranking":[[0],[1]]}',2,1,'','');
INSERT INTO "games" VALUES(3,'lgame','{"game":"lgame","variant":"blitz","params":{"first":0,"neutrals":1,"repetition":0},"seed":3,"seats":[{"name":"Ada","level":""},{"name":"Béla","level":""}],"undo":"own_turn","confirm":false,"clock":0,"coach":true}',3000.0,3002.0,NULL,NULL,2,1,'','');
CREATE TABLE journal (
    game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    n INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game_id, n)
) STRICT, WITHOUT ROWID;
INSERT INTO "journal" VALUES(1,1,'play lay c1 c2 c3 d3');
INSERT INTO "journal" VALUES(1,2,'play shift n1 a4');
INSERT INTO "journal" VALUES(1,3,'play lay b3 b4 c4 d4');
INSERT INTO "journal" VALUES(1,4,'undo');
INSERT INTO "journal" VALUES(2,1,'play lay b1 c1 d1 d2');
INSERT INTO "journal" VALUES(2,2,'play stay');
INSERT INTO "journal" VALUES(2,3,'gave_up 1');
INSERT INTO "journal" VALUES(3,1,'play lay c1 d1 d2 d3');
INSERT INTO "journal" VALUES(3,2,'play shift n1 a2');
CREATE TABLE profiles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
, figure TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "profiles" VALUES(1,'Ada','');
CREATE TABLE progress (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    profile TEXT NOT NULL,
    best TEXT NOT NULL,
    PRIMARY KEY (game, puzzle, profile)
) STRICT, WITHOUT ROWID;
INSERT INTO "progress" VALUES('jumpin','p1','Ada','{"moves":7}');
CREATE TABLE results (
    game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    profile_id INTEGER REFERENCES profiles ON DELETE SET NULL,
    level TEXT NOT NULL,
    place INTEGER NOT NULL,
    result INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(2,0,1,'',0,1);
INSERT INTO "results" VALUES(2,1,NULL,'gentle',1,-1);
CREATE TABLE times (
    game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    n INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (game_id, n, seat)
) STRICT, WITHOUT ROWID
;
INSERT INTO "times" VALUES(1,0,0,14.0);
INSERT INTO "times" VALUES(1,0,1,30.0);
INSERT INTO "times" VALUES(2,0,0,4.0);
INSERT INTO "times" VALUES(2,0,1,5.25);
CREATE TABLE torn (
    game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    n INTEGER NOT NULL,
    line TEXT NOT NULL
) STRICT;
INSERT INTO "torn" VALUES(1,9,'play nonsense');
CREATE INDEX games_by_change ON games (ended, changed);
CREATE INDEX games_by_start ON games (started);
CREATE INDEX results_by_profile ON results (profile_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('profiles',1);
INSERT INTO "sqlite_sequence" VALUES('games',3);
COMMIT;
