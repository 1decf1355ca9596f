CREATE TABLE menu (
  restaurant_id text   NOT NULL,
  version       bigint NOT NULL,
  body          jsonb  NOT NULL,
  PRIMARY KEY (restaurant_id, version)
);
COMMENT ON TABLE menu IS 'Written by restaurant.CatalogListener: the newest menus of each restaurant, as published. Rows are never changed.';
