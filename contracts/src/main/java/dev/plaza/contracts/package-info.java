/// What events share: topics and value types. Nothing here depends on a service.
@NullMarked
package dev.plaza.contracts;

import org.jspecify.annotations.NullMarked;
