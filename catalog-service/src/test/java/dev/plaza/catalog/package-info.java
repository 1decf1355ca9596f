/// Tests of the catalog.
@NullMarked
package dev.plaza.catalog;

import org.jspecify.annotations.NullMarked;
