CREATE TABLE outbox (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lane        smallint    NOT NULL,
  topic       text        NOT NULL,
  key         text        NOT NULL,
  event_id    uuid        NOT NULL,
  type        text        NOT NULL,
  subject     text        NOT NULL,
  traceparent text,
  value       bytea       NOT NULL,
  at          timestamptz NOT NULL
);
CREATE INDEX outbox_by_lane ON outbox (lane, id);
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000);
COMMENT ON TABLE outbox IS 'Events not yet published; written by the platform starter in the business transaction, deleted when Kafka has acknowledged. Same key, same lane.';
