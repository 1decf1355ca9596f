CREATE TABLE offer (
  id              text        PRIMARY KEY,
  written         text        NOT NULL,
  version         bigint      NOT NULL,
  change          bigint      NOT NULL,
  limit_units     bigint      CHECK (limit_units > 0),
  per_user_limit  integer     CHECK (per_user_limit > 0),
  starts_at       timestamptz,
  ends_at         timestamptz,
  budget_amount   bigint      CHECK (budget_amount > 0),
  budget_currency text,
  discount        jsonb       NOT NULL,
  conditions      jsonb       NOT NULL,
  out_units       bigint      NOT NULL DEFAULT 0,
  out_amount      bigint      NOT NULL DEFAULT 0,
  used_units      bigint      NOT NULL DEFAULT 0,
  used_amount     bigint      NOT NULL DEFAULT 0,
  updated_at      timestamptz NOT NULL,
  CHECK ((budget_amount IS NULL) = (budget_currency IS NULL))
);
CREATE INDEX offer_by_change ON offer (change);
CREATE SEQUENCE offer_change;
COMMENT ON TABLE offer IS 'Offers and their limits: the authority. Rules are written by ops; out_* = sum over rights of greatest(granted - returned, used) and used_* = sum of used, both written with the row locked by the exchange of rights.';
COMMENT ON COLUMN offer.change IS 'From sequence offer_change with every new version; drawn under an advisory lock, so that it rises in commit order.';
