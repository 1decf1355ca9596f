CREATE TABLE item_state (
  restaurant_id text    NOT NULL,
  sku           text    NOT NULL,
  revision      bigint  NOT NULL,
  menu_version  bigint  NOT NULL,
  available     boolean NOT NULL,
  stock         integer,
  taken         integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
  PRIMARY KEY (restaurant_id, sku),
  CHECK (stock IS NULL OR taken <= greatest(stock, 0))
);
COMMENT ON TABLE item_state IS 'Written by restaurant.CatalogListener and restaurant.Stock: availability of items that changed or are counted.';
COMMENT ON COLUMN item_state.revision IS 'Of the catalog''s event; 0: made from the menu of menu_version, and valid only for it.';
COMMENT ON COLUMN item_state.taken IS 'Pieces taken by orders since the catalog last counted.';
