CREATE TABLE courier (
  id           text        PRIMARY KEY,
  status       text        NOT NULL CHECK (status IN ('ONLINE', 'OFFLINE', 'PAUSED')),
  capacity     integer     NOT NULL CHECK (capacity BETWEEN 1 AND 10),
  vehicle      text        NOT NULL,
  rating       real        NOT NULL,
  carrying     integer     NOT NULL DEFAULT 0 CHECK (carrying >= 0),
  session_load integer     NOT NULL DEFAULT 0,
  seen_at      timestamptz NOT NULL,
  feed_seq     bigint      NOT NULL DEFAULT 0,
  updated_at   timestamptz NOT NULL
);
CREATE INDEX courier_on_duty ON courier (id) WHERE status = 'ONLINE';
COMMENT ON TABLE courier IS 'Duty state of couriers; written by the courier feature. carrying = active assignments, session_load = assignments since he went online.';

CREATE TABLE courier_position (
  courier_id  text             PRIMARY KEY,
  lat         double precision NOT NULL,
  lon         double precision NOT NULL,
  at          timestamptz      NOT NULL,
  received_at timestamptz      NOT NULL
) WITH (fillfactor = 60);
COMMENT ON TABLE courier_position IS 'Newest position of each courier; written from tracking.position.v1 only, apart from courier so that positions never wait for its row locks.';

CREATE TABLE courier_feed (
  courier_id text        NOT NULL REFERENCES courier (id),
  seq        bigint      NOT NULL,
  name       text        NOT NULL,
  offer_id   uuid        NOT NULL,
  reason     text,
  at         timestamptz NOT NULL,
  PRIMARY KEY (courier_id, seq)
);
CREATE INDEX courier_feed_by_age ON courier_feed (at);
COMMENT ON TABLE courier_feed IS 'What a courier is told live, dense per courier (courier.feed_seq under its row lock); purged by age.';
