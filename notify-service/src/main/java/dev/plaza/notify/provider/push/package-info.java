/// Push to devices: Firebase Cloud Messaging, Apple's service, and Web Push.
@NullMarked
package dev.plaza.notify.provider.push;

import org.jspecify.annotations.NullMarked;
