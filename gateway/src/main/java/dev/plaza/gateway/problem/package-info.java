/// How the gateway says no: RFC 9457 problem details, the same shape as every service's.
@NullMarked
package dev.plaza.gateway.problem;

import org.jspecify.annotations.NullMarked;
