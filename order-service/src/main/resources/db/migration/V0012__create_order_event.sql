CREATE TABLE order_event (
  order_id uuid        NOT NULL,
  seq      bigint      NOT NULL,
  type     text        NOT NULL,
  status   text        NOT NULL,
  at       timestamptz NOT NULL,
  payload  jsonb       NOT NULL,
  PRIMARY KEY (order_id, seq)
);
COMMENT ON TABLE order_event IS 'Written by order.OrderEvents in the transaction of the change: the audit trail of an order. seq is the version of the order that the event led to.';
