CREATE TABLE surge_cell (
  cell        text        PRIMARY KEY,
  level       integer     NOT NULL CHECK (level BETWEEN 0 AND 5),
  above       integer     NOT NULL,
  below       integer     NOT NULL,
  valid_until timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);
COMMENT ON TABLE surge_cell IS 'Surge level of H3 cells at resolution 7; written by the surge feature. above and below count consecutive evaluations (hysteresis).';
