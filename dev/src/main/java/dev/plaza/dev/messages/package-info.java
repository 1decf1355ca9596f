/// Plays the outside of notifications: providers of e-mail, SMS and push that speak the real
/// protocols, keep what they are given in one mailbox page, and report back like the real ones.
@NullMarked
package dev.plaza.dev.messages;

import org.jspecify.annotations.NullMarked;
