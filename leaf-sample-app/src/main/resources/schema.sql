CREATE TABLE IF NOT EXISTS customer_order (
    number         BIGINT       NOT NULL PRIMARY KEY,
    payment_number BIGINT       NOT NULL,
    item           VARCHAR(200) NOT NULL,
    quantity       INT          NOT NULL,
    placed_at      TIMESTAMP(3) NOT NULL
);
