CREATE TABLE leaf_alloc (
    biz_tag     VARCHAR(128) NOT NULL PRIMARY KEY,
    max_id      BIGINT       NOT NULL,
    step        INT          NOT NULL,
    description VARCHAR(256),
    update_time TIMESTAMP
);
INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 5000, 100);
