package dev.plaza.notify.preference;

/// A recipient wants something else from now on; told in the transaction that stores it.
///
/// @param recipient a recipient's key
public record PreferencesChanged(String recipient) {}
