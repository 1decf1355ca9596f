CREATE TABLE redemption_log (
  shard       integer     NOT NULL,
  seq         bigint      NOT NULL,
  epoch       bigint      NOT NULL,
  type        text        NOT NULL,
  guid        uuid,
  offer_id    text,
  user_id     text,
  order_id    text,
  units       bigint      NOT NULL,
  amount      bigint      NOT NULL,
  used        bigint      NOT NULL,
  used_amount bigint      NOT NULL,
  path        text        NOT NULL,
  held_until  timestamptz,
  lease       bigint,
  at          timestamptz NOT NULL,
  PRIMARY KEY (shard, seq)
);
CREATE INDEX redemption_log_of_offer ON redemption_log (offer_id, at, shard, seq);
CREATE TABLE log_position (
  shard integer     PRIMARY KEY,
  seq   bigint      NOT NULL,
  epoch bigint      NOT NULL,
  at    timestamptz NOT NULL
);
CREATE TABLE redemption_guid (
  guid     uuid    PRIMARY KEY,
  shard    integer NOT NULL,
  offer_id text    NOT NULL,
  user_id  text    NOT NULL,
  used     bigint  NOT NULL DEFAULT 0
);
CREATE INDEX redemption_guid_of_user ON redemption_guid (offer_id, user_id);
ALTER TABLE redemption_guid SET (fillfactor = 80);
CREATE TABLE guid_conflict (
  guid     uuid        NOT NULL,
  shard    integer     NOT NULL,
  seq      bigint      NOT NULL,
  first_at integer     NOT NULL,
  at       timestamptz NOT NULL,
  resolved timestamptz,
  PRIMARY KEY (guid, shard)
);
CREATE INDEX guid_conflict_open ON guid_conflict (shard) WHERE resolved IS NULL;
COMMENT ON TABLE redemption_log IS 'The shards'' event logs, queryable; written by the listener of quota.redemption.v1, each (shard, seq) once. used: by how many units the record changed what is used. at rises with seq.';
COMMENT ON TABLE log_position IS 'How far each shard''s log is in redemption_log, without a gap; written in the same transaction.';
COMMENT ON TABLE redemption_guid IS 'The shard at which a GUID was first heard of, whose it is, and the units it uses now; written in the same transaction.';
COMMENT ON TABLE guid_conflict IS 'One GUID spent at two shards: the one heard of later is reversed by its owner, then resolved is set.';
