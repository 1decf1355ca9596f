CREATE TABLE checkout_timer (
  order_id uuid        NOT NULL,
  kind     text        NOT NULL,
  due_at   timestamptz NOT NULL,
  try_at   timestamptz NOT NULL,
  PRIMARY KEY (order_id, kind)
);
CREATE INDEX checkout_timer_due ON checkout_timer (try_at);
COMMENT ON TABLE checkout_timer IS 'Written by checkout.CheckoutTimers: the alarms that open orders wait for. try_at is due_at, or later after a failed attempt.';
