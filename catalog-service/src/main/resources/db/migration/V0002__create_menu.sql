CREATE TABLE menu (
  restaurant_id text        NOT NULL,
  version       bigint      NOT NULL,
  body          jsonb       NOT NULL,
  published_by  text        NOT NULL,
  published_at  timestamptz NOT NULL,
  PRIMARY KEY (restaurant_id, version)
);
COMMENT ON TABLE menu IS 'Menus as published, immutable. Written by the feature menu.';

CREATE TABLE item_state (
  restaurant_id text    NOT NULL,
  sku           text    NOT NULL,
  available     boolean NOT NULL,
  stock         integer,
  revision      bigint  NOT NULL,
  changes       bigint  NOT NULL DEFAULT 1,
  PRIMARY KEY (restaurant_id, sku)
);
COMMENT ON TABLE item_state IS 'What is left of an item, over all menu versions. Written by the feature menu: staff and publications raise revision, orders only change stock; changes counts both.';
