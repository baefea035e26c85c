BEGIN TRANSACTION;
CREATE TABLE account_queue (
	round INTEGER NOT NULL, 
	ended DATETIME NOT NULL, 
	attempts INTEGER NOT NULL, guild BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (round), 
	FOREIGN KEY(round) REFERENCES rounds (id)
)
 WITHOUT ROWID

;
INSERT INTO "account_queue" VALUES(2,'2026-11-20 18:00:00.000000',0,5);
INSERT INTO "account_queue" VALUES(3,'2026-11-20 18:00:00.000000',0,0);
INSERT INTO "account_queue" VALUES(6,'2026-11-20 18:00:00.000000',0,0);
INSERT INTO "account_queue" VALUES(9,'2026-11-20 18:00:00.000000',0,0);
INSERT INTO "account_queue" VALUES(11,'2026-11-20 18:00:00.000000',0,5);
INSERT INTO "account_queue" VALUES(12,'2026-11-20 18:00:00.000000',0,0);
INSERT INTO "account_queue" VALUES(15,'2026-11-20 18:00:00.000000',0,0);
INSERT INTO "account_queue" VALUES(17,'2026-11-20 18:00:00.000000',0,5);
INSERT INTO "account_queue" VALUES(18,'2026-11-20 18:00:00.000000',0,5);
CREATE TABLE accounts (
	round INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	user BIGINT, 
	game VARCHAR(64) NOT NULL, 
	ended DATETIME NOT NULL, 
	start FLOAT NOT NULL, 
	luck FLOAT NOT NULL, 
	skill FLOAT NOT NULL, 
	others FLOAT NOT NULL, 
	hidden FLOAT NOT NULL, 
	estimate FLOAT NOT NULL, 
	result FLOAT NOT NULL, 
	given FLOAT, 
	expected FLOAT, 
	variance FLOAT, 
	counted INTEGER NOT NULL, rarest VARCHAR(64), 
	PRIMARY KEY (round, seat), 
	FOREIGN KEY(round) REFERENCES rounds (id)
)
 WITHOUT ROWID

;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0017');
CREATE TABLE bars (
	guild BIGINT NOT NULL, 
	member VARCHAR(64) NOT NULL, 
	until DATETIME NOT NULL, 
	PRIMARY KEY (guild, member)
)
 WITHOUT ROWID

;
CREATE TABLE count_queue (
	position INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	PRIMARY KEY (position), 
	FOREIGN KEY(round) REFERENCES rounds (id)
)
 WITHOUT ROWID

;
CREATE TABLE daily_attempts (
	id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	member BIGINT NOT NULL, 
	guild BIGINT, 
	game VARCHAR(64) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	hands TEXT NOT NULL, 
	begun DATETIME NOT NULL, 
	finished DATETIME, 
	total VARCHAR(64), 
	judged TEXT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(day) REFERENCES daily_days (day)
);
CREATE TABLE daily_days (
	day VARCHAR(10) NOT NULL, 
	seed VARCHAR(64) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	previous VARCHAR(64) NOT NULL, 
	committed DATETIME NOT NULL, 
	closed DATETIME, 
	revealed DATETIME, 
	story TEXT, 
	PRIMARY KEY (day)
)
 WITHOUT ROWID

;
CREATE TABLE decisions (
	round INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	loss FLOAT NOT NULL, 
	difficulty FLOAT NOT NULL, 
	expected FLOAT, 
	rows INTEGER NOT NULL, 
	exact BOOLEAN NOT NULL, 
	helped BOOLEAN NOT NULL, 
	mistake VARCHAR(64), 
	PRIMARY KEY (round, seat, number), 
	FOREIGN KEY(round) REFERENCES rounds (id)
)
 WITHOUT ROWID

;
CREATE TABLE erasures (
	hash VARCHAR(64) NOT NULL, 
	at DATETIME NOT NULL, 
	PRIMARY KEY (hash, at)
)
 WITHOUT ROWID

;
CREATE TABLE face_counts (
	guild BIGINT, 
	ones BIGINT NOT NULL, 
	twos BIGINT NOT NULL, 
	threes BIGINT NOT NULL, 
	fours BIGINT NOT NULL, 
	fives BIGINT NOT NULL, 
	sixes BIGINT NOT NULL
);
CREATE TABLE mistakes (
	user BIGINT NOT NULL, 
	guild BIGINT NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	mistake VARCHAR(64) NOT NULL, 
	times INTEGER NOT NULL, 
	cost FLOAT NOT NULL, 
	PRIMARY KEY (user, guild, game, mistake)
)
 WITHOUT ROWID

;
CREATE TABLE opponents (
	user BIGINT NOT NULL, 
	guild BIGINT NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	opponent VARCHAR(32) NOT NULL, 
	won INTEGER NOT NULL, 
	drawn INTEGER NOT NULL, 
	lost INTEGER NOT NULL, 
	PRIMARY KEY (user, guild, game, opponent)
)
 WITHOUT ROWID

;
CREATE TABLE results (
	round INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user BIGINT, 
	level VARCHAR(32), 
	share VARCHAR(64) NOT NULL, 
	score INTEGER, 
	finished DATETIME, guild BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (round, seat), 
	FOREIGN KEY(round) REFERENCES rounds (id)
)
 WITHOUT ROWID

;
INSERT INTO "results" VALUES(2,0,703,NULL,'0',NULL,'2026-11-20 18:00:00.000000',5);
INSERT INTO "results" VALUES(2,1,704,NULL,'1',NULL,'2026-11-20 18:00:00.000000',5);
INSERT INTO "results" VALUES(3,0,705,NULL,'1',NULL,'2026-11-20 18:00:00.000000',0);
INSERT INTO "results" VALUES(3,1,706,NULL,'0',NULL,'2026-11-20 18:00:00.000000',0);
INSERT INTO "results" VALUES(6,0,705,NULL,'1',207,'2026-11-20 18:00:00.000000',0);
INSERT INTO "results" VALUES(6,1,706,NULL,'0',71,'2026-11-20 18:00:00.000000',0);
INSERT INTO "results" VALUES(9,0,705,NULL,'0',NULL,'2026-11-20 18:00:00.000000',0);
INSERT INTO "results" VALUES(9,1,706,NULL,'1',NULL,'2026-11-20 18:00:00.000000',0);
INSERT INTO "results" VALUES(11,0,703,NULL,'1/2',NULL,'2026-11-20 18:00:00.000000',5);
INSERT INTO "results" VALUES(11,1,704,NULL,'1/2',NULL,'2026-11-20 18:00:00.000000',5);
INSERT INTO "results" VALUES(12,0,705,NULL,'0',NULL,'2026-11-20 18:00:00.000000',0);
INSERT INTO "results" VALUES(12,1,706,NULL,'1',NULL,'2026-11-20 18:00:00.000000',0);
INSERT INTO "results" VALUES(15,0,705,NULL,'0',31,'2026-11-20 18:00:00.000000',0);
INSERT INTO "results" VALUES(15,1,706,NULL,'1',62,'2026-11-20 18:00:00.000000',0);
INSERT INTO "results" VALUES(18,0,721,NULL,'1/2',NULL,'2026-11-20 18:00:00.000000',5);
INSERT INTO "results" VALUES(18,1,722,NULL,'1/2',NULL,'2026-11-20 18:00:00.000000',5);
CREATE TABLE rounds (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	version INTEGER NOT NULL, 
	drawn INTEGER NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	guild BIGINT, 
	channel BIGINT NOT NULL, 
	message BIGINT, 
	opener BIGINT NOT NULL, 
	sitters TEXT NOT NULL, 
	language VARCHAR(16) NOT NULL, 
	options TEXT NOT NULL, 
	table_options TEXT NOT NULL, 
	state TEXT, 
	moment INTEGER, 
	recorded INTEGER NOT NULL, 
	opened DATETIME NOT NULL, 
	deadline DATETIME, 
	nudge DATETIME, 
	nudge_message BIGINT, 
	successor_of INTEGER, interactions TEXT, 
	FOREIGN KEY(successor_of) REFERENCES rounds (id)
);
INSERT INTO "rounds" VALUES(1,2,0,'playing','dice-poker',5,2001,11001,701,'[{"user":701,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":702,"level":null,"accepted":true,"left":false,"idles":0,"hints":[],"wins":1}]','en','{}','{"help":"hints","pace":"slow","thread":"yes","match":"3"}','{"is":"PlayerSelects","dealer":{"is":"Final","first":[6,5,5,6,2],"rerolled":[1,5],"hand":[3,5,5,6,6]},"player":[4,6,6,4,2]}',1,4,'2026-11-20 18:00:00.000000','2026-11-21 18:00:00.000000','2026-11-20 18:10:00.000000',NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(2,3,0,'over','dice-poker',5,2002,11002,703,'[{"user":703,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":704,"level":null,"accepted":true,"left":false,"idles":0,"hints":[1]}]','en','{}','{"help":"training","pace":"quick","rules":"known"}','{"is":"Compared","dealer":{"is":"Final","first":[1,2,6,3,2],"rerolled":[1,2,3],"hand":[5,3,1,3,2]},"player":{"is":"Final","first":[2,6,3,3,4],"rerolled":[1,2],"hand":[4,1,3,3,4]}}',2,6,'2026-11-20 18:00:00.000000',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(3,3,0,'over','dice-poker',5,2003,11003,705,'[{"user":705,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":706,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]}]','en','{}','{"help":"none","reach":"answers"}','{"is":"Compared","dealer":{"is":"Final","first":[1,2,5,2,5],"rerolled":[1,3,5],"hand":[2,2,2,2,1]},"player":{"is":"Final","first":[1,1,1,5,6],"rerolled":[2,3],"hand":[1,4,2,5,6]}}',2,6,'2026-11-20 18:00:00.000000',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(4,2,0,'playing','nine',5,2004,11004,701,'[{"user":701,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":702,"level":null,"accepted":true,"left":false,"idles":0,"hints":[],"wins":1}]','en','{}','{"help":"hints","pace":"slow","thread":"yes","match":"3"}','{"is":"Choosing","sheets":[[null,38,null,null,null,null,null,null,null],[null,null,null,null,null,null,null,null,null]],"last":[1,null],"lying":{"is":"Lying","rolls":[[4,4,3,1,6]],"landed":[1,2,3,4,5]}}',1,3,'2026-11-20 18:00:00.000000','2026-11-21 18:00:00.000000','2026-11-20 18:10:00.000000',NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(5,4,0,'playing','nine',5,2005,11005,703,'[{"user":703,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":704,"level":null,"accepted":true,"left":false,"idles":1,"hints":[1,2],"coached":[1]}]','en','{}','{"help":"training","pace":"quick","rules":"known"}','{"is":"Choosing","sheets":[[null,null,null,null,null,null,null,null,null],[null,null,null,null,null,null,null,null,null]],"last":[null,null],"lying":{"is":"Lying","rolls":[[6,5,6,4,3],[1,4,6,4,4],[3,6,6,4,6]],"landed":[1,2,5]}}',2,5,'2026-11-20 18:00:00.000000','2026-11-20 18:01:00.000000','2026-11-20 18:00:20.000000',NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(6,47,0,'over','nine',5,2006,11006,705,'[{"user":705,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":706,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]}]','en','{}','{"help":"none","reach":"answers"}','{"is":"Full","sheets":[[20,0,40,0,0,100,0,0,47],[20,0,0,0,0,0,0,0,51]],"last":[5,8]}',46,92,'2026-11-20 18:00:00.000000',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(7,2,0,'playing','poker-dice',5,2007,11007,701,'[{"user":701,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":702,"level":null,"accepted":true,"left":false,"idles":0,"hints":[],"wins":1}]','en','{}','{"help":"hints","pace":"slow","thread":"yes","match":"3"}','{"is":"Choosing","table":{"is":"Table","seats":2,"straights_bust":false,"finished":[]},"lying":{"is":"Lying","rolls":[[6,6,2,2,6],[4,1,2,2,6]],"landed":[1,2,4]}}',1,3,'2026-11-20 18:00:00.000000','2026-11-21 18:00:00.000000','2026-11-20 18:10:00.000000',NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(8,4,0,'playing','poker-dice',5,2008,11008,703,'[{"user":703,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":704,"level":null,"accepted":true,"left":false,"idles":1,"hints":[1,2],"coached":[1]}]','en','{}','{"help":"training","pace":"quick","rules":"known"}','{"is":"Choosing","table":{"is":"Table","seats":2,"straights_bust":false,"finished":[{"is":"Finished","rolls":[[1,2,1,1,1],[3,5,4,1,5],[3,4,1,1,5]]}]},"lying":{"is":"Lying","rolls":[[5,4,3,6,3]],"landed":[1,2,3,4,5]}}',2,6,'2026-11-20 18:00:00.000000','2026-11-20 18:01:00.000000','2026-11-20 18:00:20.000000',NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(9,5,0,'over','poker-dice',5,2009,11009,705,'[{"user":705,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":706,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]}]','en','{}','{"help":"none","reach":"answers"}','{"is":"Compared","table":{"is":"Table","seats":2,"straights_bust":false,"finished":[{"is":"Finished","rolls":[[5,5,3,1,2],[5,2,2,1,2],[5,2,3,1,5]]},{"is":"Finished","rolls":[[5,4,1,2,6],[6,4,5,2,6],[6,4,5,2,6]]}]}}',4,10,'2026-11-20 18:00:00.000000',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(10,2,0,'playing','six-card',5,2010,11010,701,'[{"user":701,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":702,"level":null,"accepted":true,"left":false,"idles":0,"hints":[],"wins":1}]','en','{}','{"help":"hints","pace":"slow","thread":"yes","match":"3"}','{"is":"Splitting","hands":[[4,3,3,3,2,1],[4,4,3,2,1,1]],"splits":[{"is":"Split","high":[3,2,1],"middle":[3,3],"low":[4]},null]}',0,2,'2026-11-20 18:00:00.000000','2026-11-20 19:00:00.000000',NULL,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(11,3,0,'over','six-card',5,2011,11011,703,'[{"user":703,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":704,"level":null,"accepted":true,"left":false,"idles":0,"hints":[1]}]','en','{}','{"help":"training","pace":"quick","rules":"known"}','{"is":"Compared","splits":[{"is":"Split","high":[3,2,1],"middle":[4,2],"low":[1]},{"is":"Split","high":[3,3,2],"middle":[4,1],"low":[1]}]}',1,3,'2026-11-20 18:00:00.000000',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(12,3,0,'over','six-card',5,2012,11012,705,'[{"user":705,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":706,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]}]','en','{}','{"help":"none","reach":"answers"}','{"is":"Compared","splits":[{"is":"Split","high":[4,3,2],"middle":[4,2],"low":[2]},{"is":"Split","high":[4,4,2],"middle":[3,3],"low":[1]}]}',1,3,'2026-11-20 18:00:00.000000',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(13,2,0,'playing','thirteen',5,2013,11013,701,'[{"user":701,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":702,"level":null,"accepted":true,"left":false,"idles":0,"hints":[],"wins":1}]','en','{}','{"help":"hints","pace":"slow","thread":"yes","match":"3"}','{"is":"Choosing","sheets":[[null,null,null,null,null,null,null,null,null,null,null,null,null],[null,null,null,null,null,null,null,null,null,null,null,null,null]],"last":[null,null],"lying":{"is":"Lying","rolls":[[1,6,6,1,4],[4,3,3,2,4]],"landed":[1,2,3,4]}}',1,3,'2026-11-20 18:00:00.000000','2026-11-21 18:00:00.000000','2026-11-20 18:10:00.000000',NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(14,4,0,'playing','thirteen',5,2014,11014,703,'[{"user":703,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":704,"level":null,"accepted":true,"left":false,"idles":1,"hints":[1,2],"coached":[1]}]','en','{}','{"help":"training","pace":"quick","rules":"known"}','{"is":"Choosing","sheets":[[null,null,null,8,null,null,null,null,null,null,null,null,null],[null,null,null,null,null,null,null,null,null,null,null,null,null]],"last":[3,null],"lying":{"is":"Lying","rolls":[[6,5,2,2,4],[4,5,2,6,6]],"landed":[1,4,5]}}',2,5,'2026-11-20 18:00:00.000000','2026-11-20 18:01:00.000000','2026-11-20 18:00:20.000000',NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(15,54,0,'over','thirteen',5,2015,11015,705,'[{"user":705,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":706,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]}]','en','{}','{"help":"none","reach":"answers"}','{"is":"Full","sheets":[[1,2,3,8,0,0,0,0,0,0,0,0,17],[1,4,3,0,5,6,0,0,0,30,0,0,13]],"last":[5,9]}',53,106,'2026-11-20 18:00:00.000000',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(16,6,0,'playing','thirteen',5,2016,11016,710,'[{"user":710,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":711,"level":null,"accepted":true,"left":true,"idles":0,"hints":[],"left_at":5},{"user":712,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]}]','en','{}','{"help":"none"}','{"is":"Choosing","sheets":[[null,null,null,null,null,12,null,null,null,null,null,null,null],[null,null,null,null,null,null,null,null,null,null,null,null,null],[null,null,null,null,null,null,null,null,null,null,null,null,null]],"last":[5,null,null],"lying":{"is":"Lying","rolls":[[3,2,5,6,6],[2,2,3,6,6],[2,2,4,4,6]],"landed":[1,3,4]}}',4,9,'2026-11-20 18:00:00.000000','2026-11-20 18:10:00.000000','2026-11-20 18:01:00.000000',NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(17,3,0,'closed','nine',5,2017,11017,720,'[{"user":720,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]}]','en','{}','{"help":"hints","closed":"by.999"}','{"is":"Choosing","sheets":[[20,null,null,null,null,null,null,null,null]],"last":[0],"lying":{"is":"Lying","rolls":[[1,1,3,2,1]],"landed":[1,2,3,4,5]}}',1,3,'2026-11-20 18:00:00.000000',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(18,5,0,'over','poker-dice',5,2018,11018,721,'[{"user":721,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":722,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]}]','en','{}','{"help":"hints","replay":"2001.77","end":"days.0.4","next":"waiting"}','{"is":"Compared","table":{"is":"Table","seats":2,"straights_bust":false,"finished":[{"is":"Finished","rolls":[[6,5,1,5,1],[6,6,1,2,1],[6,2,1,2,1]]},{"is":"Finished","rolls":[[2,1,5,6,1],[2,1,5,4,1],[2,1,6,2,1]]}]}}',4,10,'2026-11-20 18:00:00.000000',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(19,2,0,'resting','nine',5,2019,11019,723,'[{"user":723,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]}]','en','{}','{"help":"hints"}','{"is":"Choosing","sheets":[[null,null,null,null,null,null,null,null,null]],"last":[null],"lying":{"is":"Lying","rolls":[[3,3,1,4,5]],"landed":[1,2,3,4,5]}}',0,1,'2026-11-20 18:00:00.000000','2027-02-18 18:00:00.000000',NULL,NULL,NULL,NULL);
INSERT INTO "rounds" VALUES(20,1,0,'waiting','dice-poker',NULL,2020,NULL,730,'[{"user":730,"level":null,"accepted":true,"left":false,"idles":0,"hints":[]},{"user":731,"level":null,"accepted":false,"left":false,"idles":0,"hints":[]}]','en','{}','{"help":"hints","pair":"challenged","pace":"normal"}',NULL,NULL,0,'2026-11-20 18:00:00.000000','2026-11-20 19:00:00.000000',NULL,NULL,NULL,NULL);
CREATE TABLE seeds (
	channel BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	seed BLOB NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	previous VARCHAR(64), 
	early INTEGER NOT NULL, 
	round INTEGER, 
	ended VARCHAR(16), 
	proof VARCHAR(64), 
	announced VARCHAR(64), levels INTEGER, 
	PRIMARY KEY (channel, number), 
	FOREIGN KEY(round) REFERENCES rounds (id)
)
 WITHOUT ROWID

;
INSERT INTO "seeds" VALUES(2002,1,X'F4CCDD0F6AABCACE5627BD5622888E4BC2D4032739C66A4DAB1D735639C39111','17ad80a0ea70a01cab1738e089057a0c5f8611a183cbf6701dd9f707691a84d5',NULL,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seeds" VALUES(2003,1,X'5561139442FEB9EA1A06977681DCBD39FD5D52D0F4A1EDC1520A650078778959','c76d771638a871e4c6b04967fbc356112735da99f7024b3d17f616d4360d9d1f',NULL,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seeds" VALUES(2006,1,X'CF14341A2C6284E545B9B29DB3F08F4B8D34380BBFD4DCC5C6A0BC9C92D40D15','a653e7dfe904c2b36ac13f883b9a986fc886df5a9f36716ecf559de3005152d0',NULL,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seeds" VALUES(2009,1,X'8D39A2E01B51B637F284A207A6A7E62DCD1A6AE0D8506EFEBF827BB9F978421A','8c1a49e93369644d9450b9fb213b155b5d18995553060d1d2d615ab91e9f16d0',NULL,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seeds" VALUES(2011,1,X'DB0D215D0069CF0BED7A06440E013D95F23FF746D0C7DBB3B5584B02AC096201','9e54ae6b6758b8002b236a6772116b04a08afe40a5b4d101f73cb8486ed3c1ff',NULL,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seeds" VALUES(2012,1,X'2D6CE508C84527DA514DE477D2347732724B0060F5B3355212E4C0EFBCC049CF','d8153849aff2fe7ad9f7993e8891b9681cebf07413073a1aaab3bb4a1f6401bc',NULL,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seeds" VALUES(2015,1,X'EB74BB73B5A2197D65E6E1AA0322C8F3F29788A2366CC381EB2B17F9DB2442A0','ca0cb48c61537a14011215eb62afccdfbeee6f64f2e3bf4eee1c8e505bce1cc8',NULL,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seeds" VALUES(2017,1,X'ED413A3AF772BB28A479DD981F753C025CFCBD346FEFD376292BB60FE1032413','4c18777d8cfecc8818cc3177eac74cb6dc8ceacc1a1a15d1ce931ccd33c747ed',NULL,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seeds" VALUES(2018,1,X'B71D7AFDFA4B2D1C8B4D0C34276155FAE2E235BB2805D6C0159F80F353D109D2','7e539a3b80eb6b2776d71d3cec91ebc0797c6013b5987d50f5ec7b8b1b56799e',NULL,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seeds" VALUES(2019,1,X'9554B53889CD7EBD0CAA01B3D9754C6D14C692CA1CCBC60C3E8C014BB46052C7','9ddf2b995f3d4abf99b22d97afb927d1e036f3b7ccf3a8624b94dd97c34b80f3',NULL,1,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE settings (
	scope VARCHAR(64) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (scope, "key")
)
 WITHOUT ROWID

;
CREATE TABLE standings (
	user BIGINT NOT NULL, 
	guild BIGINT NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	period VARCHAR(8) NOT NULL, 
	span VARCHAR(8) NOT NULL, 
	rounds INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	drawn INTEGER NOT NULL, 
	lost INTEGER NOT NULL, 
	streak INTEGER NOT NULL, 
	longest INTEGER NOT NULL, 
	best INTEGER, 
	least_given FLOAT, 
	luck FLOAT NOT NULL, 
	counted INTEGER NOT NULL, 
	given FLOAT NOT NULL, 
	expected FLOAT NOT NULL, 
	given_squared FLOAT NOT NULL, 
	given_by_expected FLOAT NOT NULL, 
	expected_squared FLOAT NOT NULL, 
	variance FLOAT NOT NULL, 
	among INTEGER NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	by_skill INTEGER, 
	by_results INTEGER, 
	by_best INTEGER, rarest VARCHAR(64), 
	PRIMARY KEY (user, guild, game, period)
)
 WITHOUT ROWID

;
CREATE TABLE steps (
	round INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER, 
	action VARCHAR(64), 
	faces TEXT, label VARCHAR(64), source TEXT, 
	PRIMARY KEY (round, number), 
	CONSTRAINT a_seat_acts CHECK ((seat IS NULL) = (action IS NULL)), 
	CONSTRAINT acted_or_landed CHECK ((faces IS NULL) <> (action IS NULL)), 
	FOREIGN KEY(round) REFERENCES rounds (id)
)
 WITHOUT ROWID

;
INSERT INTO "steps" VALUES(1,1,NULL,NULL,'6 5 5 6 2','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(1,2,NULL,NULL,'4 6 6 4 2','seat/2/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(1,3,0,'reroll.15',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(1,4,NULL,NULL,'3 6','seat/1/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(2,1,NULL,NULL,'1 2 6 3 2','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(2,2,NULL,NULL,'2 6 3 3 4','seat/2/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(2,3,0,'reroll.123',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(2,4,NULL,NULL,'5 3 1','seat/1/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(2,5,1,'reroll.12',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(2,6,NULL,NULL,'4 1','seat/2/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(3,1,NULL,NULL,'1 2 5 2 5','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(3,2,NULL,NULL,'1 1 1 5 6','seat/2/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(3,3,0,'reroll.135',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(3,4,NULL,NULL,'2 2 1','seat/1/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(3,5,1,'reroll.23',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(3,6,NULL,NULL,'4 2','seat/2/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(4,1,NULL,NULL,'1 4 4 3 1','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(4,2,0,'write.two-pair',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(4,3,NULL,NULL,'4 4 3 1 6','seat/2/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(5,1,NULL,NULL,'6 5 6 4 3','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(5,2,0,'reroll.125',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(5,3,NULL,NULL,'1 4 4','seat/1/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(5,4,0,'reroll.125',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(5,5,NULL,NULL,'3 6 6','seat/1/turn/1/roll/3',NULL);
INSERT INTO "steps" VALUES(6,1,NULL,NULL,'1 6 1 4 2','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(6,2,0,'write.five-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,3,NULL,NULL,'5 6 4 5 1','seat/2/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(6,4,1,'write.small-straight',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,5,NULL,NULL,'5 1 3 3 1','seat/1/turn/2/roll/1',NULL);
INSERT INTO "steps" VALUES(6,6,0,'reroll.1',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,7,NULL,NULL,'5','seat/1/turn/2/roll/2',NULL);
INSERT INTO "steps" VALUES(6,8,0,'reroll.34',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,9,NULL,NULL,'1 2','seat/1/turn/2/roll/3',NULL);
INSERT INTO "steps" VALUES(6,10,0,'write.chance',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,11,NULL,NULL,'1 4 2 1 1','seat/2/turn/2/roll/1',NULL);
INSERT INTO "steps" VALUES(6,12,1,'reroll.2345',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,13,NULL,NULL,'2 4 1 1','seat/2/turn/2/roll/2',NULL);
INSERT INTO "steps" VALUES(6,14,1,'reroll.145',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,15,NULL,NULL,'4 4 1','seat/2/turn/2/roll/3',NULL);
INSERT INTO "steps" VALUES(6,16,1,'write.large-straight',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,17,NULL,NULL,'2 1 2 3 2','seat/1/turn/3/roll/1',NULL);
INSERT INTO "steps" VALUES(6,18,0,'reroll.13',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,19,NULL,NULL,'2 2','seat/1/turn/3/roll/2',NULL);
INSERT INTO "steps" VALUES(6,20,0,'reroll.12',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,21,NULL,NULL,'2 4','seat/1/turn/3/roll/3',NULL);
INSERT INTO "steps" VALUES(6,22,0,'write.three-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,23,NULL,NULL,'6 4 3 1 2','seat/2/turn/3/roll/1',NULL);
INSERT INTO "steps" VALUES(6,24,1,'reroll.45',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,25,NULL,NULL,'4 3','seat/2/turn/3/roll/2',NULL);
INSERT INTO "steps" VALUES(6,26,1,'reroll.45',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,27,NULL,NULL,'6 6','seat/2/turn/3/roll/3',NULL);
INSERT INTO "steps" VALUES(6,28,1,'write.four-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,29,NULL,NULL,'2 3 2 5 1','seat/1/turn/4/roll/1',NULL);
INSERT INTO "steps" VALUES(6,30,0,'write.large-straight',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,31,NULL,NULL,'2 6 3 6 3','seat/2/turn/4/roll/1',NULL);
INSERT INTO "steps" VALUES(6,32,1,'reroll.1245',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,33,NULL,NULL,'6 3 1 4','seat/2/turn/4/roll/2',NULL);
INSERT INTO "steps" VALUES(6,34,1,'reroll.1234',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,35,NULL,NULL,'2 6 5 4','seat/2/turn/4/roll/3',NULL);
INSERT INTO "steps" VALUES(6,36,1,'write.five-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,37,NULL,NULL,'6 4 6 5 2','seat/1/turn/5/roll/1',NULL);
INSERT INTO "steps" VALUES(6,38,0,'reroll.1',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,39,NULL,NULL,'2','seat/1/turn/5/roll/2',NULL);
INSERT INTO "steps" VALUES(6,40,0,'reroll.15',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,41,NULL,NULL,'6 1','seat/1/turn/5/roll/3',NULL);
INSERT INTO "steps" VALUES(6,42,0,'write.small-straight',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,43,NULL,NULL,'6 1 5 4 3','seat/2/turn/5/roll/1',NULL);
INSERT INTO "steps" VALUES(6,44,1,'reroll.24',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,45,NULL,NULL,'4 4','seat/2/turn/5/roll/2',NULL);
INSERT INTO "steps" VALUES(6,46,1,'write.three-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,47,NULL,NULL,'3 2 1 4 6','seat/1/turn/6/roll/1',NULL);
INSERT INTO "steps" VALUES(6,48,0,'reroll.15',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,49,NULL,NULL,'3 6','seat/1/turn/6/roll/2',NULL);
INSERT INTO "steps" VALUES(6,50,0,'reroll.3',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,51,NULL,NULL,'3','seat/1/turn/6/roll/3',NULL);
INSERT INTO "steps" VALUES(6,52,0,'write.one-pair',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,53,NULL,NULL,'2 5 6 1 6','seat/2/turn/6/roll/1',NULL);
INSERT INTO "steps" VALUES(6,54,1,'reroll.15',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,55,NULL,NULL,'2 5','seat/2/turn/6/roll/2',NULL);
INSERT INTO "steps" VALUES(6,56,1,'reroll.34',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,57,NULL,NULL,'2 6','seat/2/turn/6/roll/3',NULL);
INSERT INTO "steps" VALUES(6,58,1,'write.full-house',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,59,NULL,NULL,'3 2 1 1 1','seat/1/turn/7/roll/1',NULL);
INSERT INTO "steps" VALUES(6,60,0,'reroll.124',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,61,NULL,NULL,'5 1 1','seat/1/turn/7/roll/2',NULL);
INSERT INTO "steps" VALUES(6,62,0,'reroll.35',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,63,NULL,NULL,'2 1','seat/1/turn/7/roll/3',NULL);
INSERT INTO "steps" VALUES(6,64,0,'write.two-pair',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,65,NULL,NULL,'5 1 5 3 1','seat/2/turn/7/roll/1',NULL);
INSERT INTO "steps" VALUES(6,66,1,'reroll.5',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,67,NULL,NULL,'2','seat/2/turn/7/roll/2',NULL);
INSERT INTO "steps" VALUES(6,68,1,'write.two-pair',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,69,NULL,NULL,'4 2 3 3 4','seat/1/turn/8/roll/1',NULL);
INSERT INTO "steps" VALUES(6,70,0,'reroll.123',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,71,NULL,NULL,'5 2 4','seat/1/turn/8/roll/2',NULL);
INSERT INTO "steps" VALUES(6,72,0,'reroll.34',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,73,NULL,NULL,'5 2','seat/1/turn/8/roll/3',NULL);
INSERT INTO "steps" VALUES(6,74,0,'write.four-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,75,NULL,NULL,'5 1 3 3 1','seat/2/turn/8/roll/1',NULL);
INSERT INTO "steps" VALUES(6,76,1,'reroll.35',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,77,NULL,NULL,'4 6','seat/2/turn/8/roll/2',NULL);
INSERT INTO "steps" VALUES(6,78,1,'reroll.2',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,79,NULL,NULL,'3','seat/2/turn/8/roll/3',NULL);
INSERT INTO "steps" VALUES(6,80,1,'write.one-pair',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,81,NULL,NULL,'3 6 6 4 4','seat/1/turn/9/roll/1',NULL);
INSERT INTO "steps" VALUES(6,82,0,'reroll.134',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,83,NULL,NULL,'4 5 5','seat/1/turn/9/roll/2',NULL);
INSERT INTO "steps" VALUES(6,84,0,'reroll.124',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,85,NULL,NULL,'4 5 5','seat/1/turn/9/roll/3',NULL);
INSERT INTO "steps" VALUES(6,86,0,'write.full-house',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,87,NULL,NULL,'4 4 3 2 4','seat/2/turn/9/roll/1',NULL);
INSERT INTO "steps" VALUES(6,88,1,'reroll.145',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,89,NULL,NULL,'2 3 2','seat/2/turn/9/roll/2',NULL);
INSERT INTO "steps" VALUES(6,90,1,'reroll.1245',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(6,91,NULL,NULL,'6 1 6 4','seat/2/turn/9/roll/3',NULL);
INSERT INTO "steps" VALUES(6,92,1,'write.chance',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(7,1,NULL,NULL,'6 6 2 2 6','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(7,2,0,'reroll.124',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(7,3,NULL,NULL,'4 1 2','seat/1/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(8,1,NULL,NULL,'1 2 1 1 1','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(8,2,0,'reroll.1235',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(8,3,NULL,NULL,'3 5 4 5','seat/1/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(8,4,0,'reroll.23',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(8,5,NULL,NULL,'4 1','seat/1/turn/1/roll/3',NULL);
INSERT INTO "steps" VALUES(8,6,NULL,NULL,'5 4 3 6 3','seat/2/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(9,1,NULL,NULL,'5 5 3 1 2','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(9,2,0,'reroll.23',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(9,3,NULL,NULL,'2 2','seat/1/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(9,4,0,'reroll.345',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(9,5,NULL,NULL,'3 1 5','seat/1/turn/1/roll/3',NULL);
INSERT INTO "steps" VALUES(9,6,NULL,NULL,'5 4 1 2 6','seat/2/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(9,7,1,'reroll.13',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(9,8,NULL,NULL,'6 5','seat/2/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(9,9,1,'reroll.14',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(9,10,NULL,NULL,'6 2','seat/2/turn/1/roll/3',NULL);
INSERT INTO "steps" VALUES(10,1,NULL,NULL,'2 3 1 3 4 3 2 4 4 3 1 1 2 4 1 2','deal','4 4 4 4 3 3 3 3 2 2 2 2 1 1 1 1');
INSERT INTO "steps" VALUES(10,2,0,'split.321-33-4',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(11,1,NULL,NULL,'1 4 3 2 2 1 1 4 2 1 3 3 4 4 2 3','deal','4 4 4 4 3 3 3 3 2 2 2 2 1 1 1 1');
INSERT INTO "steps" VALUES(11,2,0,'split.321-42-1',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(11,3,1,'split.332-41-1',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(12,1,NULL,NULL,'4 2 4 2 2 3 2 3 4 3 1 4 3 1 1 1','deal','4 4 4 4 3 3 3 3 2 2 2 2 1 1 1 1');
INSERT INTO "steps" VALUES(12,2,0,'split.432-42-2',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(12,3,1,'split.442-33-1',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(13,1,NULL,NULL,'1 6 6 1 4','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(13,2,0,'reroll.1234',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(13,3,NULL,NULL,'4 3 3 2','seat/1/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(14,1,NULL,NULL,'5 4 3 4 2','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(14,2,0,'write.fours',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(14,3,NULL,NULL,'6 5 2 2 4','seat/2/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(14,4,1,'reroll.145',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(14,5,NULL,NULL,'4 6 6','seat/2/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(15,1,NULL,NULL,'1 6 1 4 5','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(15,2,0,'write.chance',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,3,NULL,NULL,'2 2 1 3 6','seat/2/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(15,4,1,'reroll.45',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,5,NULL,NULL,'1 5','seat/2/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(15,6,1,'write.five-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,7,NULL,NULL,'3 6 4 3 2','seat/1/turn/2/roll/1',NULL);
INSERT INTO "steps" VALUES(15,8,0,'write.five-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,9,NULL,NULL,'6 3 5 4 5','seat/2/turn/2/roll/1',NULL);
INSERT INTO "steps" VALUES(15,10,1,'write.sixes',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,11,NULL,NULL,'2 1 2 4 1','seat/1/turn/3/roll/1',NULL);
INSERT INTO "steps" VALUES(15,12,0,'write.four-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,13,NULL,NULL,'1 3 4 2 2','seat/2/turn/3/roll/1',NULL);
INSERT INTO "steps" VALUES(15,14,1,'reroll.14',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,15,NULL,NULL,'1 6','seat/2/turn/3/roll/2',NULL);
INSERT INTO "steps" VALUES(15,16,1,'write.ones',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,17,NULL,NULL,'6 6 4 3 2','seat/1/turn/4/roll/1',NULL);
INSERT INTO "steps" VALUES(15,18,0,'reroll.24',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,19,NULL,NULL,'3 5','seat/1/turn/4/roll/2',NULL);
INSERT INTO "steps" VALUES(15,20,0,'reroll.123',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,21,NULL,NULL,'4 1 6','seat/1/turn/4/roll/3',NULL);
INSERT INTO "steps" VALUES(15,22,0,'write.full-house',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,23,NULL,NULL,'6 1 1 4 3','seat/2/turn/4/roll/1',NULL);
INSERT INTO "steps" VALUES(15,24,1,'reroll.245',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,25,NULL,NULL,'5 2 6','seat/2/turn/4/roll/2',NULL);
INSERT INTO "steps" VALUES(15,26,1,'write.fives',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,27,NULL,NULL,'3 1 6 5 5','seat/1/turn/5/roll/1',NULL);
INSERT INTO "steps" VALUES(15,28,0,'reroll.2',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,29,NULL,NULL,'2','seat/1/turn/5/roll/2',NULL);
INSERT INTO "steps" VALUES(15,30,0,'write.small-straight',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,31,NULL,NULL,'6 2 3 6 1','seat/2/turn/5/roll/1',NULL);
INSERT INTO "steps" VALUES(15,32,1,'reroll.145',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,33,NULL,NULL,'1 4 4','seat/2/turn/5/roll/2',NULL);
INSERT INTO "steps" VALUES(15,34,1,'reroll.1235',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,35,NULL,NULL,'6 6 3 5','seat/2/turn/5/roll/3',NULL);
INSERT INTO "steps" VALUES(15,36,1,'write.full-house',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,37,NULL,NULL,'1 5 3 2 2','seat/1/turn/6/roll/1',NULL);
INSERT INTO "steps" VALUES(15,38,0,'write.ones',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,39,NULL,NULL,'3 3 2 1 1','seat/2/turn/6/roll/1',NULL);
INSERT INTO "steps" VALUES(15,40,1,'write.four-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,41,NULL,NULL,'1 6 3 3 6','seat/1/turn/7/roll/1',NULL);
INSERT INTO "steps" VALUES(15,42,0,'reroll.2345',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,43,NULL,NULL,'1 5 6 3','seat/1/turn/7/roll/2',NULL);
INSERT INTO "steps" VALUES(15,44,0,'write.large-straight',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,45,NULL,NULL,'5 1 3 1 5','seat/2/turn/7/roll/1',NULL);
INSERT INTO "steps" VALUES(15,46,1,'write.large-straight',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,47,NULL,NULL,'6 6 4 5 5','seat/1/turn/8/roll/1',NULL);
INSERT INTO "steps" VALUES(15,48,0,'reroll.123',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,49,NULL,NULL,'1 2 1','seat/1/turn/8/roll/2',NULL);
INSERT INTO "steps" VALUES(15,50,0,'reroll.24',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,51,NULL,NULL,'3 3','seat/1/turn/8/roll/3',NULL);
INSERT INTO "steps" VALUES(15,52,0,'write.three-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,53,NULL,NULL,'1 1 1 4 6','seat/2/turn/8/roll/1',NULL);
INSERT INTO "steps" VALUES(15,54,1,'write.chance',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,55,NULL,NULL,'4 6 2 2 3','seat/1/turn/9/roll/1',NULL);
INSERT INTO "steps" VALUES(15,56,0,'reroll.45',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,57,NULL,NULL,'1 4','seat/1/turn/9/roll/2',NULL);
INSERT INTO "steps" VALUES(15,58,0,'write.fours',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,59,NULL,NULL,'1 1 6 2 3','seat/2/turn/9/roll/1',NULL);
INSERT INTO "steps" VALUES(15,60,1,'write.threes',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,61,NULL,NULL,'3 1 1 6 6','seat/1/turn/10/roll/1',NULL);
INSERT INTO "steps" VALUES(15,62,0,'reroll.15',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,63,NULL,NULL,'5 3','seat/1/turn/10/roll/2',NULL);
INSERT INTO "steps" VALUES(15,64,0,'reroll.24',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,65,NULL,NULL,'2 1','seat/1/turn/10/roll/3',NULL);
INSERT INTO "steps" VALUES(15,66,0,'write.twos',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,67,NULL,NULL,'4 2 4 6 6','seat/2/turn/10/roll/1',NULL);
INSERT INTO "steps" VALUES(15,68,1,'reroll.13',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,69,NULL,NULL,'2 2','seat/2/turn/10/roll/2',NULL);
INSERT INTO "steps" VALUES(15,70,1,'write.fours',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,71,NULL,NULL,'1 6 6 5 5','seat/1/turn/11/roll/1',NULL);
INSERT INTO "steps" VALUES(15,72,0,'reroll.12345',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,73,NULL,NULL,'4 6 2 3 6','seat/1/turn/11/roll/2',NULL);
INSERT INTO "steps" VALUES(15,74,0,'reroll.12',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,75,NULL,NULL,'4 3','seat/1/turn/11/roll/3',NULL);
INSERT INTO "steps" VALUES(15,76,0,'write.fives',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,77,NULL,NULL,'2 2 6 4 5','seat/2/turn/11/roll/1',NULL);
INSERT INTO "steps" VALUES(15,78,1,'reroll.12',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,79,NULL,NULL,'6 5','seat/2/turn/11/roll/2',NULL);
INSERT INTO "steps" VALUES(15,80,1,'reroll.245',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,81,NULL,NULL,'4 1 5','seat/2/turn/11/roll/3',NULL);
INSERT INTO "steps" VALUES(15,82,1,'write.three-of-a-kind',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,83,NULL,NULL,'2 2 1 4 4','seat/1/turn/12/roll/1',NULL);
INSERT INTO "steps" VALUES(15,84,0,'reroll.5',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,85,NULL,NULL,'1','seat/1/turn/12/roll/2',NULL);
INSERT INTO "steps" VALUES(15,86,0,'reroll.235',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,87,NULL,NULL,'1 3 4','seat/1/turn/12/roll/3',NULL);
INSERT INTO "steps" VALUES(15,88,0,'write.threes',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,89,NULL,NULL,'2 6 3 2 5','seat/2/turn/12/roll/1',NULL);
INSERT INTO "steps" VALUES(15,90,1,'reroll.25',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,91,NULL,NULL,'5 2','seat/2/turn/12/roll/2',NULL);
INSERT INTO "steps" VALUES(15,92,1,'reroll.35',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,93,NULL,NULL,'3 3','seat/2/turn/12/roll/3',NULL);
INSERT INTO "steps" VALUES(15,94,1,'write.twos',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,95,NULL,NULL,'1 6 2 2 5','seat/1/turn/13/roll/1',NULL);
INSERT INTO "steps" VALUES(15,96,0,'reroll.35',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,97,NULL,NULL,'3 4','seat/1/turn/13/roll/2',NULL);
INSERT INTO "steps" VALUES(15,98,0,'reroll.12',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,99,NULL,NULL,'1 4','seat/1/turn/13/roll/3',NULL);
INSERT INTO "steps" VALUES(15,100,0,'write.sixes',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,101,NULL,NULL,'6 6 1 1 2','seat/2/turn/13/roll/1',NULL);
INSERT INTO "steps" VALUES(15,102,1,'reroll.14',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,103,NULL,NULL,'4 4','seat/2/turn/13/roll/2',NULL);
INSERT INTO "steps" VALUES(15,104,1,'reroll.245',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(15,105,NULL,NULL,'3 2 1','seat/2/turn/13/roll/3',NULL);
INSERT INTO "steps" VALUES(15,106,1,'write.small-straight',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(16,1,NULL,NULL,'3 2 4 6 1','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(16,2,0,'reroll.1345',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(16,3,NULL,NULL,'6 6 3 1','seat/1/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(16,4,0,'write.sixes',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(16,5,NULL,NULL,'3 2 5 6 6','seat/2/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(16,6,1,'reroll.123',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(16,7,NULL,NULL,'2 2 3','seat/2/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(16,8,1,'reroll.134',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(16,9,NULL,NULL,'2 4 4','seat/2/turn/1/roll/3',NULL);
INSERT INTO "steps" VALUES(17,1,NULL,NULL,'1 2 3 3 5','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(17,2,0,'write.one-pair',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(17,3,NULL,NULL,'1 1 3 2 1','seat/1/turn/2/roll/1',NULL);
INSERT INTO "steps" VALUES(18,1,NULL,NULL,'6 5 1 5 1','seat/1/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(18,2,0,'reroll.24',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(18,3,NULL,NULL,'6 2','seat/1/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(18,4,0,'reroll.25',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(18,5,NULL,NULL,'2 1','seat/1/turn/1/roll/3',NULL);
INSERT INTO "steps" VALUES(18,6,NULL,NULL,'2 1 5 6 1','seat/2/turn/1/roll/1',NULL);
INSERT INTO "steps" VALUES(18,7,1,'reroll.134',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(18,8,NULL,NULL,'2 5 4','seat/2/turn/1/roll/2',NULL);
INSERT INTO "steps" VALUES(18,9,1,'reroll.345',NULL,NULL,NULL);
INSERT INTO "steps" VALUES(18,10,NULL,NULL,'6 2 1','seat/2/turn/1/roll/3',NULL);
INSERT INTO "steps" VALUES(19,1,NULL,NULL,'3 3 1 4 5','seat/1/turn/1/roll/1',NULL);
CREATE TABLE without_account (
	round INTEGER NOT NULL, 
	PRIMARY KEY (round), 
	FOREIGN KEY(round) REFERENCES rounds (id)
)
 WITHOUT ROWID

;
CREATE UNIQUE INDEX one_open_round_per_channel ON rounds (channel) WHERE status IN ('waiting', 'playing');
CREATE INDEX open_rounds_by_deadline ON rounds (deadline) WHERE status IN ('waiting', 'playing');
CREATE INDEX rounds_to_nudge ON rounds (nudge) WHERE status = 'playing' AND nudge_message IS NULL;
CREATE INDEX undrawn_rounds ON rounds (id) WHERE message IS NOT NULL AND drawn < version;
CREATE INDEX open_rounds_by_opener ON rounds (opener) WHERE status IN ('waiting', 'playing');
CREATE UNIQUE INDEX one_successor_per_round ON rounds (successor_of) WHERE status NOT IN ('declined', 'withdrawn', 'lapsed');
CREATE INDEX resting_rounds_by_opener ON rounds (opener) WHERE status = 'resting';
CREATE INDEX rounds_by_guild ON rounds (guild);
CREATE UNIQUE INDEX one_seed_per_round ON seeds (round);
CREATE UNIQUE INDEX one_count_per_guild ON face_counts (guild);
CREATE INDEX accounts_by_member ON accounts (user, guild, round);
CREATE INDEX standings_by_skill ON standings (guild, game, period, span, by_skill, user);
CREATE INDEX standings_by_results ON standings (guild, game, period, span, by_results, user);
CREATE INDEX standings_by_best ON standings (guild, game, period, span, by_best, user);
CREATE UNIQUE INDEX one_daily_attempt_per_member ON daily_attempts (day, member);
CREATE INDEX daily_attempts_by_member ON daily_attempts (member);
CREATE INDEX results_by_user ON results (user, guild, round);
CREATE INDEX account_queue_by_attempts ON account_queue (attempts, round, guild);
CREATE INDEX accounts_by_game ON accounts (user, guild, game, round);
CREATE INDEX rounds_with_next_due ON rounds (id) WHERE status = 'over' AND deadline IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('rounds',20);
COMMIT;
