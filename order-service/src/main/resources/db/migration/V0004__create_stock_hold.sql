CREATE TABLE stock_hold (
  order_id      text        NOT NULL,
  sku           text        NOT NULL,
  restaurant_id text        NOT NULL,
  revision      bigint      NOT NULL,
  menu_version  bigint      NOT NULL,
  quantity      integer     NOT NULL CHECK (quantity > 0),
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (order_id, sku)
);
CREATE INDEX stock_hold_to_purge ON stock_hold (created_at);
COMMENT ON TABLE stock_hold IS 'Written by restaurant.Stock: what an order took, and of which count, so that it can be given back once.';
