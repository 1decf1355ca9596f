CREATE TABLE ledger_entry (
  id       bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid        NOT NULL,
  at       timestamptz NOT NULL,
  account  text        NOT NULL,
  amount   bigint      NOT NULL,
  currency text        NOT NULL,
  ref      text        NOT NULL
);
CREATE INDEX ledger_entry_of_order ON ledger_entry (order_id, id);
COMMENT ON TABLE ledger_entry IS 'Written by payment.Ledger, never changed: double-entry bookings in minor units. The sum per order is 0 after every transaction.';
