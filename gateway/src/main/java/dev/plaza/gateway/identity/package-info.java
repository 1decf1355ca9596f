/// Who calls: the access token, wherever a client can put it, checked at the edge.
@NullMarked
package dev.plaza.gateway.identity;

import org.jspecify.annotations.NullMarked;
