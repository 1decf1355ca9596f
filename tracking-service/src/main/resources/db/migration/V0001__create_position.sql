CREATE TABLE position (
  courier_id  text        NOT NULL,
  ts          timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  lat         float8      NOT NULL,
  lon         float8      NOT NULL,
  accuracy_m  float8,
  speed_mps   float8,
  bearing_deg float8,
  late        boolean     NOT NULL,
  PRIMARY KEY (courier_id, ts)
) PARTITION BY RANGE (ts);
COMMENT ON TABLE position IS 'Accepted positions; written by the lanes of the feature position, a partition for each UTC day made ahead and dropped after retention by its partition job. late: came after a newer one.';
