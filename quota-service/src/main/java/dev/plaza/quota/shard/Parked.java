package dev.plaza.quota.shard;

/// A command that waits for rights.
///
/// @param number in order of parking, over all offers of the shard
/// @param until monotonic milliseconds: after it the caller is told to try again
record Parked(Command command, Submission submission, int index, long number, long until) {}
