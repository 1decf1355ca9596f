package dev.plaza.notify.accept;

import dev.plaza.notify.job.Job;
import java.util.List;

/// A request that was found to be in order, on its way into the database.
///
/// @param rows its named recipients
record Prepared(Job job, List<NewDeliveries.Row> rows) {}
