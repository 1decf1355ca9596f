package dev.plaza.notify.provider;

/// The ways to reach a person.
public enum Channel {
  EMAIL,
  SMS,
  PUSH,
  /// The inbox of the apps; no provider is needed.
  IN_APP
}
