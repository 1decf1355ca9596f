/// Lists in pages behind signed cursors.
@NullMarked
package dev.plaza.platform.paging;

import org.jspecify.annotations.NullMarked;
