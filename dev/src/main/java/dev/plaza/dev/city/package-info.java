/// The people of a city, simulated: kitchens that cook, couriers that ride, customers that order.
/// They know nothing but the public API. Behaviour is seeded; rates can be changed while it runs.
@NullMarked
package dev.plaza.dev.city;

import org.jspecify.annotations.NullMarked;
