CREATE TABLE risk_order (
  order_id    uuid        PRIMARY KEY,
  customer_id text        NOT NULL,
  device      text,
  courier_id  text,
  outcome     text        NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX risk_order_of_customer ON risk_order (customer_id, created_at);
CREATE INDEX risk_order_of_device ON risk_order (device, created_at) WHERE device IS NOT NULL;
CREATE INDEX risk_order_declined ON risk_order (customer_id, created_at) WHERE outcome = 'declined';
CREATE INDEX risk_order_captured ON risk_order (customer_id, created_at) WHERE outcome = 'captured';
COMMENT ON TABLE risk_order IS 'Written by risk.RiskMemory: what is remembered of each order to screen later ones. outcome: open, declined or captured.';

CREATE TABLE risk_anomaly (
  event_id   text        PRIMARY KEY,
  courier_id text        NOT NULL,
  order_id   text,
  kind       text        NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX risk_anomaly_of_courier ON risk_anomaly (courier_id, at);
COMMENT ON TABLE risk_anomaly IS 'Written by risk.AnomalyListener: what tracking found strange about rides. Purged by age.';

CREATE TABLE risk_review (
  order_id  uuid        NOT NULL,
  opened_at timestamptz NOT NULL,
  reason    text        NOT NULL,
  rules     jsonb       NOT NULL,
  closed_at timestamptz,
  decision  text,
  note      text,
  decided_by text,
  PRIMARY KEY (order_id, opened_at)
);
CREATE INDEX risk_review_open ON risk_review (opened_at, order_id) WHERE closed_at IS NULL;
COMMENT ON TABLE risk_review IS 'Written by risk.Reviews: orders on hold that a person must decide about, and what was decided.';
