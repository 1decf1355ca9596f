DROP INDEX coupon_use_returning;
CREATE INDEX coupon_use_of_customer ON coupon_use (customer_id, offer_id);
