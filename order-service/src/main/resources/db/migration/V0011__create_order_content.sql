CREATE TABLE order_content (
  order_id uuid  NOT NULL,
  revision text  NOT NULL,
  body     jsonb NOT NULL,
  PRIMARY KEY (order_id, revision)
);
COMMENT ON TABLE order_content IS 'Written by order.OrderStore, never changed: what was ordered, and each set of lines that a substitution proposed.';
