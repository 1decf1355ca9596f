/// An issuer of tokens for trying things out; exists in the profile `sandbox` only.
@NullMarked
package dev.plaza.gateway.sandbox;

import org.jspecify.annotations.NullMarked;
