CREATE TABLE tracked_order (
  order_id      text        PRIMARY KEY,
  version       bigint      NOT NULL,
  status        text        NOT NULL,
  customer_id   text        NOT NULL,
  restaurant_id text        NOT NULL,
  courier_id    text,
  assigned_at   timestamptz,
  picked_up     boolean     NOT NULL,
  ended_at      timestamptz,
  pickup_lat    float8      NOT NULL,
  pickup_lon    float8      NOT NULL,
  dropoff_lat   float8      NOT NULL,
  dropoff_lon   float8      NOT NULL,
  changed_at    timestamptz NOT NULL,
  feed_epoch    bigint      NOT NULL DEFAULT 0
);
CREATE INDEX tracked_order_of_courier ON tracked_order (courier_id) WHERE ended_at IS NULL AND courier_id IS NOT NULL;
CREATE INDEX tracked_order_active ON tracked_order (changed_at) WHERE ended_at IS NULL;
CREATE INDEX tracked_order_ended ON tracked_order (ended_at) WHERE ended_at IS NOT NULL;
COMMENT ON TABLE tracked_order IS 'What tracking knows of orders, from order.order.v1; written by the order listener. courier_id stays after the end, so that the courier may still look. feed_epoch grows when the order''s feed in Redis has missed something and must be built anew.';
