CREATE TABLE rights (
  offer_id        text             NOT NULL REFERENCES offer (id),
  shard           integer          NOT NULL,
  lease_no        bigint           NOT NULL DEFAULT 0,
  granted_units   bigint           NOT NULL DEFAULT 0,
  granted_amount  bigint           NOT NULL DEFAULT 0,
  returned_units  bigint           NOT NULL DEFAULT 0,
  returned_amount bigint           NOT NULL DEFAULT 0,
  last_units      bigint           NOT NULL DEFAULT 0,
  last_amount     bigint           NOT NULL DEFAULT 0,
  used_units      bigint           NOT NULL DEFAULT 0,
  used_amount     bigint           NOT NULL DEFAULT 0,
  held_units      bigint           NOT NULL DEFAULT 0,
  as_of           bigint           NOT NULL DEFAULT 0,
  rate_per_second double precision NOT NULL DEFAULT 0,
  path            text             NOT NULL DEFAULT 'FAST',
  at              timestamptz      NOT NULL DEFAULT now(),
  PRIMARY KEY (offer_id, shard),
  CHECK (returned_units BETWEEN 0 AND granted_units),
  CHECK (returned_amount BETWEEN 0 AND granted_amount)
);
ALTER TABLE rights SET (fillfactor = 70);
COMMENT ON TABLE rights IS 'What each shard was granted of each offer and gave back, all totals for ever; written by the exchange of rights with the offer locked. used_* and held_units are as the shard last reported.';
