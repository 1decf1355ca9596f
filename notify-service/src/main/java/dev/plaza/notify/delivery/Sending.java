package dev.plaza.notify.delivery;

import dev.plaza.notify.job.Job;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.routing.Router;

/// An attempt that is committed and may be made now.
///
/// @param n its number, from 1
/// @param address where it goes; a device's own for a push
record Sending(
    Delivery delivery,
    Job job,
    Outgoing message,
    Router.Route route,
    String attemptId,
    int n,
    String address) {}
