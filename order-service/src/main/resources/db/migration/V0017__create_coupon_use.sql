CREATE TABLE coupon_use (
  order_id    uuid        PRIMARY KEY,
  customer_id text        NOT NULL,
  offer_id    text        NOT NULL,
  amount      bigint      NOT NULL,
  state       text        NOT NULL,
  updated_at  timestamptz NOT NULL
);
CREATE INDEX coupon_use_returning ON coupon_use (customer_id, offer_id) WHERE state = 'returning';
CREATE INDEX coupon_use_open ON coupon_use (updated_at) WHERE state IN ('asked', 'reserved', 'returning');
COMMENT ON TABLE coupon_use IS 'Written by coupon.CouponUses with the order: which coupon it uses and how far that is. state: asked, reserved, refused, confirmed, lost, returning or returned.';

ALTER TABLE risk_order ADD COLUMN coupon text;
CREATE INDEX risk_order_coupon_of_customer ON risk_order (customer_id, created_at) WHERE coupon IS NOT NULL;
CREATE INDEX risk_order_coupon_of_device ON risk_order (device, created_at) WHERE coupon IS NOT NULL;

CREATE TABLE risk_coupon (
  customer_id text        NOT NULL,
  code        text        NOT NULL,
  reason      text        NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (customer_id, code)
);
CREATE INDEX risk_coupon_to_purge ON risk_coupon (at);
COMMENT ON TABLE risk_coupon IS 'Written by risk.RiskMemory: coupons that a customer was refused. Purged by age.';
