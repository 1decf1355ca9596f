package dev.plaza.order.saga;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A substitution as proposed: both answers are priced beforehand.
///
/// @param lines ids of the lines that would change
/// @param approved null: nothing would be left
/// @param declined the order without those lines; null: nothing would be left
public record Proposal(
    List<String> lines, Deal.@Nullable Revision approved, Deal.@Nullable Revision declined) {}
