package dev.plaza.quota.redemption;

import dev.plaza.quota.shard.Command;

/// A command and the shard that decides it.
record Addressed(int shard, Command command) {}
