CREATE TABLE orders (
  id            uuid        PRIMARY KEY,
  cart_id       uuid        NOT NULL,
  customer_id   text        NOT NULL,
  restaurant_id text        NOT NULL,
  courier_id    text,
  status        text        NOT NULL,
  version       bigint      NOT NULL,
  saga          jsonb       NOT NULL,
  progress      jsonb       NOT NULL,
  handover_code text        NOT NULL,
  code_tries    integer     NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  ended_at      timestamptz
) WITH (fillfactor = 60);
CREATE UNIQUE INDEX orders_one_per_cart ON orders (cart_id);
CREATE INDEX orders_of_customer ON orders (customer_id, created_at DESC, id DESC);
CREATE INDEX orders_of_restaurant ON orders (restaurant_id, created_at DESC, id DESC);
CREATE INDEX orders_of_courier ON orders (courier_id, created_at DESC, id DESC) WHERE courier_id IS NOT NULL;
CREATE INDEX orders_open ON orders (created_at DESC, id DESC) WHERE ended_at IS NULL;
CREATE INDEX orders_open_of_restaurant ON orders (restaurant_id, created_at DESC, id DESC) WHERE ended_at IS NULL;
COMMENT ON TABLE orders IS 'Written by order.OrderStore for checkout.CheckoutRunner, under the row lock. saga is the state of the saga; progress is what it shows. No index may name status, version or updated_at: updates of an open order stay within its page.';
