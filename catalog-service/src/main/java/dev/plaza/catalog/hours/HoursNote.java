package dev.plaza.catalog.hours;

/// Something the owner of the hours should look at.
///
/// @param code stable: `hours_unreadable`, `hours_respelled`, `hours_without_times`,
///     `hours_ambiguous` or `hours_spill_overridden`
public record HoursNote(String code, String detail) {}
