ALTER TABLE job ADD COLUMN traceparent text;
ALTER TABLE checkout_timer ADD COLUMN traceparent text;
