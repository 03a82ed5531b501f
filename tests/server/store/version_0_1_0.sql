BEGIN TRANSACTION;
CREATE TABLE alembic_version (version_num varchar(32) not null primary key);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE boxes (
	hash VARCHAR(32) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_boxes PRIMARY KEY (hash, game)
);
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
CREATE TABLE links (
	hash VARCHAR(64) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	expires BIGINT NOT NULL, 
	CONSTRAINT pk_links PRIMARY KEY (hash)
);
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
	plies INTEGER NOT NULL, 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT uq_matches_table_number UNIQUE ("table", number), 
	FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "matches" VALUES('d5CzWdMvHdh4EGpMtz8U','VLuLvaiUcXanemjuVV-N',1,'{"first": "0", "ply_cap": "500"}','714b4de31fef9190128abde8b5b7afea',1794784282960,NULL,NULL,'["Ada", "Ben"]','["OzfuUFwgVpk-FKBkB0rE", "CBJURSe2lZ2KpSgV3XgB"]',0);
INSERT INTO "matches" VALUES('RiTqlH8ZReC1ZZd9hZxL','sFa1FJDCPnDMMxEp3YFS',1,'{"first": "0", "ply_cap": "500"}','0119de0fa11cbb40f187bb02d6266fce',1794784283228,1794784283340,'{"code": "resigned", "words": "Ada wins: nobody else is left.", "places": [1, 2], "winners": [0], "points": [9, 8]}','["Ada", "Ben"]','["OzfuUFwgVpk-FKBkB0rE", "CBJURSe2lZ2KpSgV3XgB"]',1);
CREATE TABLE mutes (
	person VARCHAR(24) NOT NULL, 
	muted VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_mutes PRIMARY KEY (person, muted)
);
CREATE TABLE people (
	id VARCHAR(24) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	made BIGINT NOT NULL, 
	seen BIGINT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('OzfuUFwgVpk-FKBkB0rE','Ada',1794784282569,1794784282592);
INSERT INTO "people" VALUES('CBJURSe2lZ2KpSgV3XgB','Ben',1794784282740,1794784282759);
CREATE TABLE pulses (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_pulses PRIMARY KEY (id)
);
INSERT INTO "pulses" VALUES(1,1794784282613);
CREATE TABLE seats (
	"table" VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(24), 
	bot VARCHAR(24), 
	name VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY ("table", seat), 
	FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('VLuLvaiUcXanemjuVV-N',0,'OzfuUFwgVpk-FKBkB0rE',NULL,'Ada');
INSERT INTO "seats" VALUES('VLuLvaiUcXanemjuVV-N',1,'CBJURSe2lZ2KpSgV3XgB',NULL,'Ben');
INSERT INTO "seats" VALUES('sFa1FJDCPnDMMxEp3YFS',0,'OzfuUFwgVpk-FKBkB0rE',NULL,'Ada');
INSERT INTO "seats" VALUES('sFa1FJDCPnDMMxEp3YFS',1,'CBJURSe2lZ2KpSgV3XgB',NULL,'Ben');
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
	touched BIGINT NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('VLuLvaiUcXanemjuVV-N','crab-stack','a',2,'{"first": "0", "ply_cap": "500"}','','',0,'OzfuUFwgVpk-FKBkB0rE','eXY5EqmZfV2eujTm1fxq',600000,5000,'bot',0,'playing',1794784282853,1794784282960);
INSERT INTO "tables" VALUES('sFa1FJDCPnDMMxEp3YFS','crab-stack','a',2,'{"first": "0", "ply_cap": "500"}','','',0,'OzfuUFwgVpk-FKBkB0rE','HpfSp3B01s_QaajP7Fz9',0,0,'bot',0,'over',1794784283165,1794784283340);
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_tables_state_touched ON tables (state, touched);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_matches_ended ON matches (ended);
COMMIT;
