-- A database of 18 November 2026 (commit 2f7d22b, schema 0005): Ada and Ben play a match with clocks, a match of Crabs!
-- with a box of its own is over, and two matches of Crab Stack were played by older rules and dealt without a seal.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (version_num varchar(32) not null primary key);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE boxes (
	hash VARCHAR(32) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, record BLOB, 
	CONSTRAINT pk_boxes PRIMARY KEY (hash, game)
);
INSERT INTO "boxes" VALUES('6544ce23624e0237','crabs','# Crabs!: what is in the box.
# decapod box crabs > my.toml; change a number; decapod box --check my.toml; decapod play --box my.toml
game = "crabs"

[source]  # printed (rulebook), published (a public source says so), reconstructed (ours, fits every example)
deal = "printed"               # cards dealt, pool, display, hand limit, cards caught and relaxed
end_score = "printed"          # 25, for three players and more
end_score_two = "published"    # 29 for two players: the second edition; the 2016 one was announced for 3 to 5
quiet_rounds = "reconstructed" # ours: without it all could pass for ever
card_counts = "reconstructed"  # 60 cards are printed; how many of each value, and how many golden, is lost
turned = "published"           # the designer: one point less; the book shows it of a [5] only
chart = "published"            # the designer: add the points, divide by five; the book''s chart is lost
gear_bonus = "published"       # of the second edition; that one is +3 is printed
gear_cost = "reconstructed"    # that the second gear costs 1 is printed
gear_stars = "reconstructed"   # that the third has 3 stars is printed
objectives = "reconstructed"   # 18 cards of one to four crabs, each paying more than it takes

[deal]
hand = 6          # cards dealt to each player, 2 to 12
pool = 10         # cards laid open, 0 to 60
display = 4       # objectives shown, 1 to 6
hand_limit = 8    # at the end of a turn, 2 to 12
catch = 2         # cards taken by Catch, 1 to 8
relax = 3         # cards turned by Relax, at most, 1 to 8

[end]
score = 30        # points that end the game, 1 to 99
score_two = 29    # the same with two players
quiet_rounds = 20 # rounds without a change of any score that end it too, 1 to 20

# For values 1 to 5 in this order: how many crab cards there are, at most 15 each, and what a turned one is worth.
[cards]
plain = [10, 10, 10, 10, 10]
golden = [2, 2, 2, 2, 2]
turned = [0, 1, 2, 3, 4]  # the points of a turned score card of each value, at most its value

# The least total for each level, 1 to 5 in this order. A total of a level lets you keep an upright card of that
# value, or turned one that is higher by one.
[bind]
chart = [5, 10, 15, 20, 25]

# At most 6, from left to right: what it adds to a bind (0 to 99), the cards it costs (0 to 12), its stars (0 to 99).
# They are called net, trap, pot, boat, fifth and sixth, in this order.
[[gear]]
name = "net"
bonus = 3
cost = 1
stars = 1

[[gear]]
name = "trap"
bonus = 5
cost = 1
stars = 2

[[gear]]
name = "pot"
bonus = 7
cost = 2
stars = 3

[[gear]]
name = "boat"
bonus = 10
cost = 3
stars = 4

# At most 24: the upright score cards it takes, 1 to 6 of them, and the points it pays, up to 99.
[objectives]
cards = [
    { needs = [2], pays = 3 },
    { needs = [3], pays = 4 },
    { needs = [4], pays = 5 },
    { needs = [5], pays = 6 },
    { needs = [1, 1], pays = 4 },
    { needs = [2, 2], pays = 6 },
    { needs = [3, 3], pays = 8 },
    { needs = [1, 3], pays = 6 },
    { needs = [1, 4], pays = 7 },
    { needs = [2, 3], pays = 7 },
    { needs = [1, 1, 1], pays = 6 },
    { needs = [1, 1, 2], pays = 7 },
    { needs = [2, 2, 2], pays = 9 },
    { needs = [1, 2, 3], pays = 9 },
    { needs = [2, 3, 4], pays = 12 },
    { needs = [1, 1, 2, 2], pays = 11 },
    { needs = [1, 1, 1, 3], pays = 11 },
    { needs = [1, 2, 3, 4], pays = 15 },
]
',X'2A2A2A2A2A00000006000000000000000A0000000000000004000000000000000800000000000000020000000000000003000000000000001E000000000000001E000000000000001D000000000000001E000000000000001E000000000000001E00000000000000140000000000000000000000000000000000000000000000010000000000000002000000000000000300000000000000040000000000000005000000000000000A000000000000000F0000000000000014000000000000001900000000000000040000000000000000000000000000000300000000000000050000000000000007000000000000000A0000000000000000000000000000000000000000000000000000000000000001000000000000000100000000000000020000000000000003000000000000000000000000000000000000000000000000000000000000000100000000000000020000000000000003000000000000000400000000000000000000000000000000000000000000000000000000000000E003000000000000E07F00000000000000FC0F00000000000080FF01000000000000F0FFFFFFFF7F00000000000000007C00000000000000FC0F00000000000080FF01000000000000F03F00000000000000FEFFFFFFFF7F00000000000000001F00000000000000FF03000000000000E07F00000000000000FC0F00000000000080FFFFFFFFFF7F00000000000000000700000000000000FF00000000000000F81F00000000000000FF03000000000000E0FFFFFFFFFF7F000000000000000000000000000000001F00000000000000FF03000000000000E07F00000000000000FCFFFFFFFFFF7F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000FF03000000000000E07F00000000000000FC0F00000000000080FF01000000000000F0FFFFFFFF7F00000000000000007F00000000000000FC0F00000000000080FF01000000000000F03F00000000000000FEFFFFFFFF7F00000000000000001F00000000000000FF03000000000000E07F00000000000000FC0F00000000000080FFFFFFFFFF7F00000000000000000700000000000000FF00000000000000F81F00000000000000FF03000000000000E0FFFFFFFFFF7F000000000000000000000000000000001F00000000000000FF03000000000000E07F00000000000000FCFFFFFFFFFF7F0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001200000000000000000100000000000000000100000000000000000100000000000000000100000002000000000000000002000000000000000002000000000001000100000000000100000100000000000101000000000003000000000000000201000000000000000300000000000001010100000000000001010100000000020200000000000003000100000000000101010100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000030000000000000004000000000000000500000000000000060000000000000004000000000000000600000000000000080000000000000006000000000000000700000000000000070000000000000006000000000000000700000000000000090000000000000009000000000000000C000000000000000B000000000000000B000000000000000F00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE chats (
	"table" VARCHAR(24) NOT NULL, 
	n INTEGER NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	seat INTEGER, 
	text TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_chats PRIMARY KEY ("table", n), 
	FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "chats" VALUES('VLuLvaiUcXanemjuVV-N',1,'CBJURSe2lZ2KpSgV3XgB','Ben',1,'good luck',1794784283134);
INSERT INTO "chats" VALUES('SMgqypMpvNjql5WEe02J',1,'3wYx9yPOVjrRk8DCiqJV','Ben',1,'good luck',1795101408466);
CREATE TABLE entries (
	"match" VARCHAR(24) NOT NULL, 
	n INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, 
	move BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	spent BIGINT NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY ("match", n), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "entries" VALUES('d5CzWdMvHdh4EGpMtz8U',1,'move',0,628,87,87);
INSERT INTO "entries" VALUES('d5CzWdMvHdh4EGpMtz8U',2,'move',1,1028,106,19);
INSERT INTO "entries" VALUES('d5CzWdMvHdh4EGpMtz8U',3,'move',0,685,122,16);
INSERT INTO "entries" VALUES('d5CzWdMvHdh4EGpMtz8U',4,'ask',0,0,136,0);
INSERT INTO "entries" VALUES('d5CzWdMvHdh4EGpMtz8U',5,'undo',0,1,151,0);
INSERT INTO "entries" VALUES('RiTqlH8ZReC1ZZd9hZxL',1,'move',0,628,75,0);
INSERT INTO "entries" VALUES('RiTqlH8ZReC1ZZd9hZxL',2,'resign',1,0,96,0);
INSERT INTO "entries" VALUES('RiTqlH8ZReC1ZZd9hZxL',3,'again',0,0,145,0);
INSERT INTO "entries" VALUES('II8SnJYmrrqwZyreUwmD',1,'move',0,739,73,73);
INSERT INTO "entries" VALUES('II8SnJYmrrqwZyreUwmD',2,'move',1,683,111,38);
INSERT INTO "entries" VALUES('II8SnJYmrrqwZyreUwmD',3,'move',0,1139,121,10);
INSERT INTO "entries" VALUES('BWlpwqxcJ-zulLVUTXlX',1,'move',0,0,62,0);
INSERT INTO "entries" VALUES('BWlpwqxcJ-zulLVUTXlX',2,'resign',0,0,84,0);
CREATE TABLE links (
	hash VARCHAR(64) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	expires BIGINT NOT NULL, 
	CONSTRAINT pk_links PRIMARY KEY (hash)
);
INSERT INTO "links" VALUES('4bf1e975d6a998528c216dfe9f25a2808988e12133d34692fc6d3f4e50686d62','_SrWXC-CpvLN_fpaIwzZ',1795102009252);
CREATE TABLE matches (
	id VARCHAR(24) NOT NULL, 
	"table" VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	options JSON NOT NULL, 
	secret VARCHAR(32) NOT NULL, 
	began BIGINT NOT NULL, 
	ended BIGINT, 
	result JSON, 
	names JSON NOT NULL, 
	people JSON NOT NULL, 
	plies INTEGER NOT NULL, rules INTEGER DEFAULT '1' NOT NULL, wakes BIGINT, deal JSON, 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT uq_matches_table_number UNIQUE ("table", number), 
	FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "matches" VALUES('d5CzWdMvHdh4EGpMtz8U','VLuLvaiUcXanemjuVV-N',1,'{"first": "0", "ply_cap": "500"}','714b4de31fef9190128abde8b5b7afea',1794784282960,NULL,NULL,'["Ada", "Ben"]','["OzfuUFwgVpk-FKBkB0rE", "CBJURSe2lZ2KpSgV3XgB"]',0,1,1795101467832,NULL);
INSERT INTO "matches" VALUES('RiTqlH8ZReC1ZZd9hZxL','sFa1FJDCPnDMMxEp3YFS',1,'{"first": "0", "ply_cap": "500"}','0119de0fa11cbb40f187bb02d6266fce',1794784283228,1794784283340,'{"code": "resigned", "words": "Ada wins: nobody else is left.", "places": [1, 2], "winners": [0], "points": [9, 8]}','["Ada", "Ben"]','["OzfuUFwgVpk-FKBkB0rE", "CBJURSe2lZ2KpSgV3XgB"]',1,1,NULL,NULL);
INSERT INTO "matches" VALUES('II8SnJYmrrqwZyreUwmD','SMgqypMpvNjql5WEe02J',1,'{"first": "0", "ply_cap": "500", "out": "turn"}','62846504194606a75d35f30d619d2fcd',1795101408336,NULL,NULL,'["Ada", "Ben"]','["_SrWXC-CpvLN_fpaIwzZ", "3wYx9yPOVjrRk8DCiqJV"]',0,2,1795102009336,'{"table": "SMgqypMpvNjql5WEe02J", "number": 1, "seal": "3bf13e28d359e2495fe06a3f4b19081bea11aa23f05349666dbac2d4e2f16d55", "seals": ["", ""], "salts": ["", ""]}');
INSERT INTO "matches" VALUES('BWlpwqxcJ-zulLVUTXlX','c5P92ubePgw-_4IoCIwn',1,'{"first": "0", "turned_one": "no"}','2900ca58d9036718adb37101c8b02642',1795101409129,1795101409216,'{"code": "resigned", "words": "Blue wins: nobody else is left.", "places": [2, 1], "winners": [1], "points": [0, 0], "lines": [["points: 0"], ["points: 0"]]}','["", ""]','["_SrWXC-CpvLN_fpaIwzZ", "_SrWXC-CpvLN_fpaIwzZ"]',1,2,NULL,'{"table": "c5P92ubePgw-_4IoCIwn", "number": 1, "seal": "ccf2fa0c115512897175a0a3d8949f3c2d1a697964e998b5460640a2dae89a69", "seals": ["", ""], "salts": ["", ""]}');
CREATE TABLE mutes (
	person VARCHAR(24) NOT NULL, 
	muted VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_mutes PRIMARY KEY (person, muted)
);
CREATE TABLE pauses (
	began BIGINT NOT NULL, 
	ended BIGINT NOT NULL, 
	CONSTRAINT pk_pauses PRIMARY KEY (began)
);
INSERT INTO "pauses" VALUES(1794784282613,1795101407796);
CREATE TABLE people (
	id VARCHAR(24) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	made BIGINT NOT NULL, 
	seen BIGINT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('OzfuUFwgVpk-FKBkB0rE','Ada',1794784282569,1794784282592);
INSERT INTO "people" VALUES('CBJURSe2lZ2KpSgV3XgB','Ben',1794784282740,1794784282759);
INSERT INTO "people" VALUES('_SrWXC-CpvLN_fpaIwzZ','Ada',1795101408099,1795101408137);
INSERT INTO "people" VALUES('3wYx9yPOVjrRk8DCiqJV','Ben',1795101408255,1795101408268);
CREATE TABLE pulses (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_pulses PRIMARY KEY (id)
);
INSERT INTO "pulses" VALUES(1,1795101407805);
CREATE TABLE seats (
	"table" VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(24), 
	bot VARCHAR(24), 
	name VARCHAR(64) NOT NULL, seal VARCHAR(64) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY ("table", seat), 
	FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('VLuLvaiUcXanemjuVV-N',0,'OzfuUFwgVpk-FKBkB0rE',NULL,'Ada','');
INSERT INTO "seats" VALUES('VLuLvaiUcXanemjuVV-N',1,'CBJURSe2lZ2KpSgV3XgB',NULL,'Ben','');
INSERT INTO "seats" VALUES('sFa1FJDCPnDMMxEp3YFS',0,'OzfuUFwgVpk-FKBkB0rE',NULL,'Ada','');
INSERT INTO "seats" VALUES('sFa1FJDCPnDMMxEp3YFS',1,'CBJURSe2lZ2KpSgV3XgB',NULL,'Ben','');
INSERT INTO "seats" VALUES('SMgqypMpvNjql5WEe02J',0,'_SrWXC-CpvLN_fpaIwzZ',NULL,'Ada','');
INSERT INTO "seats" VALUES('SMgqypMpvNjql5WEe02J',1,'3wYx9yPOVjrRk8DCiqJV',NULL,'Ben','');
INSERT INTO "seats" VALUES('c5P92ubePgw-_4IoCIwn',0,'_SrWXC-CpvLN_fpaIwzZ',NULL,'','');
INSERT INTO "seats" VALUES('c5P92ubePgw-_4IoCIwn',1,'_SrWXC-CpvLN_fpaIwzZ',NULL,'','');
CREATE TABLE sessions (
	id VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	device VARCHAR(80) NOT NULL, 
	made BIGINT NOT NULL, 
	seen BIGINT NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (id)
);
INSERT INTO "sessions" VALUES('0-OD0QmvuyJBA4I3mkkL','_SrWXC-CpvLN_fpaIwzZ','',1795101408128,1795101408128);
INSERT INTO "sessions" VALUES('6aXkm5FXQlbTg-HnJ8Xa','3wYx9yPOVjrRk8DCiqJV','',1795101408257,1795101408257);
CREATE TABLE tables (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	variant VARCHAR(40) NOT NULL, 
	players INTEGER NOT NULL, 
	options JSON NOT NULL, 
	box VARCHAR(32) NOT NULL, 
	seed VARCHAR(32) NOT NULL, 
	public BOOLEAN NOT NULL, 
	host VARCHAR(24) NOT NULL, 
	invite VARCHAR(24) NOT NULL, 
	bank BIGINT NOT NULL, 
	increment BIGINT NOT NULL, 
	time_out VARCHAR(8) NOT NULL, 
	hints BOOLEAN NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	made BIGINT NOT NULL, 
	touched BIGINT NOT NULL, secret VARCHAR(32) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('VLuLvaiUcXanemjuVV-N','crab-stack','a',2,'{"first": "0", "ply_cap": "500"}','','',0,'OzfuUFwgVpk-FKBkB0rE','eXY5EqmZfV2eujTm1fxq',600000,5000,'bot',0,'playing',1794784282853,1794784282960,'efd0124e823f7a1b5e1ea46921ec952a');
INSERT INTO "tables" VALUES('sFa1FJDCPnDMMxEp3YFS','crab-stack','a',2,'{"first": "0", "ply_cap": "500"}','','',0,'OzfuUFwgVpk-FKBkB0rE','HpfSp3B01s_QaajP7Fz9',0,0,'bot',0,'over',1794784283165,1794784283340,'dfd0a2e20814c5fdb69c9c4dd4dab2c6');
INSERT INTO "tables" VALUES('SMgqypMpvNjql5WEe02J','crab-stack','a',2,'{"first": "0", "ply_cap": "500", "out": "turn"}','','',0,'_SrWXC-CpvLN_fpaIwzZ','GOsLhX2DZ2gowaAhv2YM',600000,5000,'bot',0,'playing',1795101408289,1795101408336,'b09516302698761dab8738cee3c291a0');
INSERT INTO "tables" VALUES('c5P92ubePgw-_4IoCIwn','crabs','standard',2,'{"first": "0", "turned_one": "no"}','6544ce23624e0237','',0,'_SrWXC-CpvLN_fpaIwzZ','k82w01al47_ZYPQvK9Yb',0,0,'bot',0,'over',1795101409106,1795101409216,'0c9434a2b50694d31550c75a16f7694f');
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_tables_state_touched ON tables (state, touched);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_matches_ended ON matches (ended);
CREATE INDEX ix_matches_wakes ON matches (wakes);
CREATE INDEX ix_sessions_person ON sessions (person);
COMMIT;
