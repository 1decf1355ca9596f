CREATE INDEX coupon_use_final ON coupon_use (updated_at)
 WHERE state IN ('refused', 'confirmed', 'lost', 'returned');
COMMENT ON TABLE coupon_use IS 'Written by coupon.CouponUses with the order: which coupon it uses and how far that is. state: asked, reserved, refused, confirmed, lost, returning or returned. What is final is purged by age.';
