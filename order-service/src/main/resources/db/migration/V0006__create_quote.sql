CREATE TABLE quote (
  id            uuid        PRIMARY KEY,
  cart_id       uuid        NOT NULL,
  surge_percent integer     NOT NULL,
  expires_at    timestamptz NOT NULL,
  body          jsonb       NOT NULL
);
CREATE INDEX quote_to_purge ON quote (expires_at);
COMMENT ON TABLE quote IS 'Written by pricing.Quotes: prices that customers saw. Purged some time after they expired.';
