CREATE TABLE job (
  order_id        text             PRIMARY KEY,
  status          text             NOT NULL,
  order_version   bigint           NOT NULL,
  restaurant_id   text             NOT NULL,
  restaurant_name text,
  pickup_lat      double precision NOT NULL,
  pickup_lon      double precision NOT NULL,
  dropoff_lat     double precision NOT NULL,
  dropoff_lon     double precision NOT NULL,
  ready_at        timestamptz      NOT NULL,
  promised_by     timestamptz      NOT NULL,
  pay             bigint           NOT NULL,
  currency        text             NOT NULL,
  searches        integer          NOT NULL,
  tries           integer          NOT NULL,
  opened_at       timestamptz      NOT NULL,
  give_up_at      timestamptz      NOT NULL,
  offer_id        uuid,
  assignment_id   uuid,
  courier_id      text,
  arrived_at      timestamptz,
  picked_up_at    timestamptz,
  eta_first       timestamptz,
  eta_at          timestamptz,
  eta_earliest    timestamptz,
  eta_latest      timestamptz,
  event_seq       bigint           NOT NULL DEFAULT 0,
  created_at      timestamptz      NOT NULL,
  updated_at      timestamptz      NOT NULL
);
CREATE INDEX job_searching ON job (opened_at) WHERE status = 'OPEN';
CREATE INDEX job_live ON job (order_id) WHERE status IN ('OPEN', 'OFFERED', 'ASSIGNED', 'PICKED_UP');
COMMENT ON TABLE job IS 'An order that wants a courier; written by the job feature. Its row lock orders everything that dispatch does for the order: take it first.';

CREATE TABLE job_exclusion (
  order_id   text        NOT NULL REFERENCES job (order_id),
  courier_id text        NOT NULL,
  reason     text        NOT NULL,
  until      timestamptz,
  at         timestamptz NOT NULL,
  PRIMARY KEY (order_id, courier_id)
);
COMMENT ON TABLE job_exclusion IS 'Couriers who get no (second) offer for an order; until null: for ever. Written by the job feature.';
