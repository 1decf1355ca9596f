CREATE TABLE surge (
  cell        text        PRIMARY KEY,
  level       integer     NOT NULL,
  fee_percent integer     NOT NULL,
  valid_until timestamptz NOT NULL,
  at          timestamptz NOT NULL
);
COMMENT ON TABLE surge IS 'Written by pricing.SurgeListener: the newest dispatch.surge.v1 record of each H3 cell.';
