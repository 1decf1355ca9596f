/// Who calls: JWT resource server, roles, the caller of a request.
@NullMarked
package dev.plaza.platform.security;

import org.jspecify.annotations.NullMarked;
