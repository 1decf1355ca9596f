CREATE TABLE offer (
  id         uuid        PRIMARY KEY,
  status     text        NOT NULL CHECK (status IN ('OPEN', 'TAKEN', 'DECLINED', 'EXPIRED', 'WITHDRAWN')),
  order_ids  text[]      NOT NULL,
  view       jsonb       NOT NULL,
  expires_at timestamptz NOT NULL,
  taken_by   text,
  created_at timestamptz NOT NULL,
  closed_at  timestamptz
);
CREATE INDEX offer_open_by_expiry ON offer (expires_at) WHERE status = 'OPEN';
CREATE INDEX offer_by_order ON offer USING gin (order_ids);
COMMENT ON TABLE offer IS 'A trip offered to one or more couriers; only one conditional update takes it from OPEN to TAKEN. Written by the offer feature.';

CREATE TABLE offer_recipient (
  offer_id    uuid        NOT NULL REFERENCES offer (id),
  courier_id  text        NOT NULL,
  status      text        NOT NULL CHECK (status IN ('PENDING', 'ACCEPTED', 'DECLINED', 'CLOSED')),
  reason      text,
  answered_at timestamptz,
  PRIMARY KEY (offer_id, courier_id)
);
CREATE UNIQUE INDEX offer_recipient_one_pending ON offer_recipient (courier_id) WHERE status = 'PENDING';
COMMENT ON TABLE offer_recipient IS 'To whom an offer went and what they said; nobody has two pending offers. Written by the offer feature.';
