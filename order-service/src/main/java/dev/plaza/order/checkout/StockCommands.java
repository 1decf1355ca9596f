package dev.plaza.order.checkout;

import dev.plaza.order.order.OrderStore;
import dev.plaza.order.pricing.Orderables;
import dev.plaza.order.saga.CheckoutCommand;
import dev.plaza.order.saga.CheckoutCommand.AdjustStock;
import dev.plaza.order.saga.CheckoutSignal;
import dev.plaza.platform.problem.ProblemException;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Gives stock back, or adjusts it to what the order has become.
@Component
class StockCommands implements CommandExecutor {

  private static final Log LOG = LogFactory.getLog(StockCommands.class);

  private final Orderables orderables;
  private final OrderStore orders;
  private final TransactionTemplate transaction;

  StockCommands(Orderables orderables, OrderStore orders, TransactionTemplate transaction) {
    this.orderables = orderables;
    this.orders = orders;
    this.transaction = transaction;
  }

  @Override
  public boolean handles(CheckoutCommand command) {
    return command instanceof AdjustStock;
  }

  @Override
  public List<CheckoutSignal> execute(Request request) {
    if (request.command() instanceof AdjustStock(var revision)) {
      try {
        transaction.executeWithoutResult(_ -> adjust(request.orderId(), revision));
      } catch (ProblemException e) {
        // The restaurant itself proposed these lines: it knows better than the count.
        LOG.info("order " + request.orderId() + " keeps its old stock: " + e.getMessage());
      }
    }
    return List.of();
  }

  private void adjust(String orderId, @Nullable String revision) {
    var order = orders.lock(orderId).orElseThrow(ProblemException::notFound);
    if (revision == null || order.progress().status().terminal()) {
      orderables.restock(orderId);
    } else {
      orderables.restock(orderId, order.restaurantId(), orders.content(orderId, revision).lines());
    }
  }
}
