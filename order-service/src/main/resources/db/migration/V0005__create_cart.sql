CREATE TABLE cart (
  id            uuid        PRIMARY KEY,
  customer_id   text        NOT NULL,
  restaurant_id text        NOT NULL,
  version       bigint      NOT NULL,
  body          jsonb       NOT NULL,
  order_id      text,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL
);
CREATE INDEX cart_to_purge ON cart (updated_at);
COMMENT ON TABLE cart IS 'Written by cart.Carts. order_id is set once, when the cart becomes an order.';
