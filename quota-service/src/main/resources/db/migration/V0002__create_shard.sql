CREATE TABLE shard (
  id          integer     PRIMARY KEY,
  epoch       bigint      NOT NULL DEFAULT 0,
  owner       text,
  url         text,
  locked      boolean     NOT NULL DEFAULT false,
  opened      boolean     NOT NULL DEFAULT true,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  log_root    text
);
CREATE TABLE instance (
  id       text        PRIMARY KEY,
  url      text        NOT NULL,
  log_root text        NOT NULL,
  seen     timestamptz NOT NULL
);
COMMENT ON TABLE shard IS 'Who may write which shard until when; written by the instances by conditional update, every change of owner raises epoch. locked: the owner holds the shard''s lock file, so whoever gets that lock knows that the owner is gone. opened: the newest epoch has read the log, so no older one writes any more.';
COMMENT ON TABLE instance IS 'Who is alive; each instance renews its own row.';
