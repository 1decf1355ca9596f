CREATE TABLE restaurant (
  id       text PRIMARY KEY,
  revision bigint NOT NULL,
  body     jsonb  NOT NULL
);
COMMENT ON TABLE restaurant IS 'Written by restaurant.CatalogListener: the newest catalog.restaurant.v1 record of each restaurant.';
