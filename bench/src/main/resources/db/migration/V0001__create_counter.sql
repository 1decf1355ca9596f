CREATE TABLE counter (key text PRIMARY KEY, n bigint NOT NULL);
INSERT INTO counter SELECT 'k' || i, 0 FROM generate_series(0, 499) i;
COMMENT ON TABLE counter IS 'The business rows of the outbox benchmark.';
