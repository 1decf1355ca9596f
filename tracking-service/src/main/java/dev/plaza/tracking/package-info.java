/// Where couriers are: positions in, latest and path out, live, and only for those concerned.
@NullMarked
package dev.plaza.tracking;

import org.jspecify.annotations.NullMarked;
