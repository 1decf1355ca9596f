CREATE TABLE inbox (
  consumer text        NOT NULL,
  event_id text        NOT NULL,
  at       timestamptz NOT NULL,
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_by_age ON inbox (at);
COMMENT ON TABLE inbox IS 'Events already taken in; written by the platform starter in the transaction of the effect, purged by age.';
