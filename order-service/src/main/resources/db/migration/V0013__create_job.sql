CREATE TABLE job (
  id          uuid        PRIMARY KEY,
  order_id    uuid        NOT NULL,
  key         text        NOT NULL,
  payload     jsonb       NOT NULL,
  attempts    integer     NOT NULL,
  due_at      timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  done_at     timestamptz,
  error       text,
  UNIQUE (order_id, key)
) WITH (fillfactor = 80);
CREATE INDEX job_open ON job (due_at) WHERE done_at IS NULL;
CREATE INDEX job_to_purge ON job (done_at) WHERE done_at IS NOT NULL;
COMMENT ON TABLE job IS 'Written by work.Jobs: effects to carry out at least once. due_at is also the end of the lease of whoever works on it.';
