CREATE TABLE assignment (
  id          uuid        PRIMARY KEY,
  order_id    text        NOT NULL,
  courier_id  text        NOT NULL,
  offer_id    uuid        NOT NULL,
  status      text        NOT NULL CHECK (status IN ('ACTIVE', 'PICKED_UP', 'DELIVERED', 'CANCELLED', 'VANISHED', 'ENDED')),
  reason      text,
  assigned_at timestamptz NOT NULL,
  ended_at    timestamptz
);
CREATE UNIQUE INDEX assignment_one_live_per_order ON assignment (order_id) WHERE status IN ('ACTIVE', 'PICKED_UP');
CREATE INDEX assignment_live_by_courier ON assignment (courier_id) WHERE status IN ('ACTIVE', 'PICKED_UP');
CREATE INDEX assignment_by_order ON assignment (order_id, assigned_at);
CREATE INDEX assignment_by_offer ON assignment (offer_id);
COMMENT ON TABLE assignment IS 'Which courier was bound to which order, when and how it ended; rows are never deleted, a re-dispatch adds one. Written by the assignment feature.';
