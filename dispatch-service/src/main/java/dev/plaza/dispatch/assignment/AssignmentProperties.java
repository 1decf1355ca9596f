package dev.plaza.dispatch.assignment;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param vanishAfter a bound courier without a sign of life for so long has vanished
/// @param blackout when nobody at all gives a sign of life, the fault is likely ours: wait so long
/// @param watch how often that is checked
/// @param checkedMax most assignments checked at a time
@ConfigurationProperties("plaza.dispatch.assignment")
record AssignmentProperties(
    @DefaultValue("3m") Duration vanishAfter,
    @DefaultValue("10m") Duration blackout,
    @DefaultValue("2s") Duration watch,
    @DefaultValue("5000") int checkedMax) {}
