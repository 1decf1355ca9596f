/// Offers: what may be redeemed how often, by whom and when; kept at the authority.
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.plaza.quota.offer;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
