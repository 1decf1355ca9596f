/// The catalog: restaurants, their hours and menus, and the search for them.
@NullMarked
package dev.plaza.catalog;

import org.jspecify.annotations.NullMarked;
