CREATE TABLE restaurant (
  id           text        PRIMARY KEY,
  revision     bigint      NOT NULL,
  profile      jsonb       NOT NULL,
  paused_until timestamptz,
  hours_until  timestamptz,
  menu_version bigint      NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL
);
CREATE INDEX restaurant_by_hours_until ON restaurant (hours_until) WHERE hours_until IS NOT NULL;
CREATE INDEX restaurant_by_updated_at ON restaurant (updated_at);
COMMENT ON TABLE restaurant IS 'One row per place. Written by the feature restaurant; menu_version by the feature menu through it. hours_until: up to when the published open intervals reach, null where the hours are unknown.';
