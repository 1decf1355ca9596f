CREATE TABLE order_eta (
  order_id   text        PRIMARY KEY,
  seq        bigint      NOT NULL,
  at         timestamptz,
  earliest   timestamptz,
  latest     timestamptz,
  changed_at timestamptz NOT NULL
);
CREATE INDEX order_eta_by_age ON order_eta (changed_at);
COMMENT ON TABLE order_eta IS 'Expected drop-off of orders, from dispatch.assignment.v1; written by the assignment listener. Apart from tracked_order because either event may come first.';
