-- Tables of Leaf for PostgreSQL 12 or newer. Running this again changes nothing.

-- One row per tag: max_id is the first id of the next allocation, step the number of ids per allocation.
CREATE TABLE IF NOT EXISTS leaf_alloc (
    biz_tag     VARCHAR(128) NOT NULL DEFAULT '',
    max_id      BIGINT       NOT NULL DEFAULT 1,
    step        INT          NOT NULL,
    description VARCHAR(256) DEFAULT NULL,
    update_time TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (biz_tag)
);

-- One row per instance that ever took a worker id, which is id. reserved_until is the end of the time that its owner may
-- use, max_timestamp repeats it for nodes of the fork; live_until and seen_at are by the clock of the database, the other
-- times by the clock of the owner, all in milliseconds since 1970. The row with id -1 records the layout of the ids.
CREATE TABLE IF NOT EXISTS leaf_workerid_alloc (
    id             BIGINT       NOT NULL,
    ip             VARCHAR(127) NOT NULL,
    port           VARCHAR(127) NOT NULL,
    ip_port        VARCHAR(127) NOT NULL,
    max_timestamp  BIGINT       DEFAULT NULL,
    create_time    TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    update_time    TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    token          VARCHAR(64)  DEFAULT NULL,
    reserved_until BIGINT       DEFAULT NULL,
    reported_at    BIGINT       DEFAULT NULL,
    seen_at        BIGINT       DEFAULT NULL,
    live_until     BIGINT       DEFAULT NULL,
    PRIMARY KEY (id),
    UNIQUE (ip_port)
);

-- Only where several databases grant interleaved ids. The row 'own' says which slot this database is, others which database has
-- which slot beside it. A record is never changed.
CREATE TABLE IF NOT EXISTS leaf_slot (
    table_name  VARCHAR(64) NOT NULL,
    entry       VARCHAR(16) NOT NULL,
    slot        INT         NOT NULL,
    slots       INT         NOT NULL,
    database_id VARCHAR(64) NOT NULL,
    recorded_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (table_name, entry)
);
