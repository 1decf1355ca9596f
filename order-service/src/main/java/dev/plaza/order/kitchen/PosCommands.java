package dev.plaza.order.kitchen;

import dev.plaza.contracts.Place;
import dev.plaza.order.checkout.CommandExecutor;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.pricing.OrderLine;
import dev.plaza.order.restaurant.Restaurants;
import dev.plaza.order.saga.CheckoutCommand;
import dev.plaza.order.saga.CheckoutCommand.KitchenCommand;
import dev.plaza.order.saga.CheckoutCommand.OfferToKitchen;
import dev.plaza.order.saga.CheckoutCommand.WithdrawFromKitchen;
import dev.plaza.order.saga.CheckoutSignal;
import dev.plaza.order.saga.CheckoutSignal.Accepted;
import dev.plaza.order.saga.CheckoutSignal.Acknowledged;
import dev.plaza.order.saga.CheckoutSignal.Rejected;
import dev.plaza.order.saga.CheckoutSignal.Unreachable;
import dev.plaza.order.work.RetryLater;
import dev.plaza.platform.problem.ProblemException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Orders to point-of-sale systems. The same order may arrive twice: its id tells.
@Component
class PosCommands implements CommandExecutor {

  private final PosClient client;
  private final PosProperties properties;
  private final OrderStore orders;
  private final Restaurants restaurants;

  PosCommands(
      PosClient client, PosProperties properties, OrderStore orders, Restaurants restaurants) {
    this.client = client;
    this.properties = properties;
    this.orders = orders;
    this.restaurants = restaurants;
  }

  /// An order as a point-of-sale system gets it: no name, no address, no payment.
  record Offer(
      String orderId,
      String restaurantId,
      List<OrderLine> items,
      String currency,
      long total,
      Place dropoff,
      Instant placedAt) {}

  record Withdrawal(String orderId, String restaurantId, String reason) {}

  @Override
  public boolean handles(CheckoutCommand command) {
    return command instanceof KitchenCommand;
  }

  @Override
  public List<CheckoutSignal> execute(Request request) {
    var order = orders.find(request.orderId()).orElseThrow(ProblemException::notFound);
    return switch (request.command()) {
      case OfferToKitchen _ -> offer(order, request.attempts());
      case WithdrawFromKitchen(var reason) -> withdraw(order, reason, request.attempts());
      default -> throw new IllegalArgumentException("not for a kitchen: " + request.command());
    };
  }

  private List<CheckoutSignal> offer(StoredOrder order, int attempts) {
    var content = orders.content(order.id(), order.progress().revision());
    var answer =
        send(
            order,
            "order.offered",
            new Offer(
                order.id(),
                order.restaurantId(),
                content.lines(),
                content.price().currency(),
                content.price().total(),
                content.draft().dropoff(),
                order.createdAt()));
    if (answer != null) {
      return signals(answer);
    }
    if (attempts >= properties.attemptsMax()) {
      return List.of(new Unreachable());
    }
    throw new RetryLater("the point-of-sale system does not answer", properties.retry());
  }

  private static List<CheckoutSignal> signals(PosClient.Answer answer) {
    var signals = new ArrayList<CheckoutSignal>();
    signals.add(new Acknowledged());
    if ("accepted".equals(answer.decision())) {
      signals.add(new Accepted(minutes(answer.prepMinutes())));
    } else if ("rejected".equals(answer.decision())) {
      String reason = answer.reason() == null ? "rejected" : answer.reason();
      signals.add(new Rejected(KitchenController.code(reason)));
    }
    return signals;
  }

  private static @Nullable Integer minutes(@Nullable Integer said) {
    return said == null || said < 0 || said > 240 ? null : said;
  }

  private List<CheckoutSignal> withdraw(StoredOrder order, String reason, int attempts) {
    var message = new Withdrawal(order.id(), order.restaurantId(), reason);
    if (send(order, "order.withdrawn", message) == null && attempts < properties.attemptsMax()) {
      throw new RetryLater("the point-of-sale system does not answer", properties.retry());
    }
    return List.of();
  }

  private PosClient.@Nullable Answer send(StoredOrder order, String type, Object message) {
    return restaurants
        .find(order.restaurantId())
        .flatMap(it -> it.pos() == null ? Optional.empty() : client.send(it.pos(), type, message))
        .orElse(null);
  }
}
