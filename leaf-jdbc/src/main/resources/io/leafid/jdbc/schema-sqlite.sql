-- Tables of Leaf for SQLite 3.42 or later. Running this again changes nothing.

-- One row per tag: max_id is the first id of the next allocation, step the number of ids per allocation. SQLite asks for
-- parentheses around a default that is computed.
CREATE TABLE IF NOT EXISTS leaf_alloc (
    biz_tag     VARCHAR(128) NOT NULL DEFAULT '',
    max_id      BIGINT       NOT NULL DEFAULT 1,
    step        INT          NOT NULL,
    description VARCHAR(256) DEFAULT NULL,
    update_time TEXT         NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f', 'now')),
    PRIMARY KEY (biz_tag)
);

-- Only where several databases grant interleaved ids. The row 'own' says which slot this database is, others which database has
-- which slot beside it. A record is never changed.
CREATE TABLE IF NOT EXISTS leaf_slot (
    table_name  VARCHAR(64) NOT NULL,
    entry       VARCHAR(16) NOT NULL,
    slot        INT         NOT NULL,
    slots       INT         NOT NULL,
    database_id VARCHAR(64) NOT NULL,
    recorded_at TEXT        NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f', 'now')),
    PRIMARY KEY (table_name, entry)
);
