package dev.plaza.order.checkout;

import dev.plaza.order.order.Fact;
import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.saga.Movement;
import java.util.List;

/// An order changed. Published inside the transaction of the change: what a listener writes is part
/// of it, and a listener that fails undoes it.
public record OrderMoved(StoredOrder order, List<Fact> facts, List<Movement> movements) {}
