CREATE TABLE order_stock (
  order_id      text        NOT NULL,
  sku           text        NOT NULL,
  restaurant_id text        NOT NULL,
  quantity      integer     NOT NULL,
  revision      bigint      NOT NULL,
  at            timestamptz NOT NULL,
  PRIMARY KEY (order_id, sku)
);
CREATE INDEX order_stock_by_at ON order_stock (at);
COMMENT ON TABLE order_stock IS 'What orders took from counted items and may still bring back. Written by the feature menu from order events; a row goes when the kitchen has begun or the order has ended.';
