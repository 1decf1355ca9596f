CREATE TABLE thing (id text PRIMARY KEY, name text NOT NULL);
COMMENT ON TABLE thing IS 'Written by the sample application of these tests.';
