CREATE TABLE idempotency_key (
  caller       text        NOT NULL,
  method       text        NOT NULL,
  path         text        NOT NULL,
  key          text        NOT NULL,
  fingerprint  bytea       NOT NULL,
  status       integer     NOT NULL,
  content_type text,
  location     text,
  body         bytea,
  at           timestamptz NOT NULL,
  PRIMARY KEY (caller, method, path, key)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (at);
COMMENT ON TABLE idempotency_key IS 'First answers to requests with an Idempotency-Key; written by the platform starter in the transaction of the effect, purged by age.';
