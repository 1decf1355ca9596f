package dev.plaza.order.payment;

import com.stripe.exception.CardException;
import com.stripe.exception.InvalidRequestException;
import com.stripe.exception.StripeException;
import com.stripe.model.PaymentIntent;
import com.stripe.param.PaymentIntentCancelParams;
import com.stripe.param.PaymentIntentCaptureParams;
import com.stripe.param.PaymentIntentCreateParams;
import com.stripe.param.RefundCreateParams;
import dev.plaza.order.checkout.CommandExecutor;
import dev.plaza.order.saga.CheckoutCommand;
import dev.plaza.order.saga.CheckoutCommand.Authorize;
import dev.plaza.order.saga.CheckoutCommand.Capture;
import dev.plaza.order.saga.CheckoutCommand.GiveBack;
import dev.plaza.order.saga.CheckoutCommand.PaymentCommand;
import dev.plaza.order.saga.CheckoutCommand.Reconcile;
import dev.plaza.order.saga.CheckoutCommand.VoidHold;
import dev.plaza.order.saga.CheckoutSignal;
import dev.plaza.order.saga.CheckoutSignal.*;
import dev.plaza.order.work.RetryLater;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/// Commands about money, as calls of the payment provider.
///
/// Every call that moves money carries the key `<order>:<command key>`, so that repeating it is
/// harmless. When an outcome stays unknown although the key was sent again, the provider is asked
/// for the object itself (`Inquiry`): a payment that was created by a call whose every answer is an
/// error is found by its metadata.
@Component
class PaymentCommands implements CommandExecutor {

  private final Provider provider;
  private final Inquiry inquiry;
  private final PaymentProperties properties;

  PaymentCommands(Provider provider, Inquiry inquiry, PaymentProperties properties) {
    this.provider = provider;
    this.inquiry = inquiry;
    this.properties = properties;
  }

  @Override
  public boolean handles(CheckoutCommand command) {
    return command instanceof PaymentCommand;
  }

  @Override
  public List<CheckoutSignal> execute(Request request) {
    if (!(request.command() instanceof PaymentCommand command)) {
      throw new IllegalArgumentException("not about money: " + request.command());
    }
    try {
      return switch (command) {
        case Authorize it -> List.of(authorize(request, it));
        case VoidHold it -> List.of(release(request, it));
        case Capture it -> List.of(capture(request, it));
        case GiveBack it -> List.of(giveBack(request, it));
        case Reconcile it -> reconcile(request.orderId(), it);
      };
    } catch (StripeException e) {
      throw new IllegalStateException(
          "the payment provider refuses %s of order %s: %s"
              .formatted(command.key(), request.orderId(), e.getMessage()),
          e);
    }
  }

  private CheckoutSignal authorize(Request request, Authorize command) throws StripeException {
    if (request.attempts() >= properties.askAfter()) {
      var known = inquiry.payment(request.orderId(), command.attempt());
      if (known.isPresent()) {
        return answer(command.attempt(), known.get());
      }
    }
    try {
      var created =
          provider.call(
              "authorize",
              stripe ->
                  stripe
                      .v1()
                      .paymentIntents()
                      .create(
                          wish(request.orderId(), command),
                          Provider.key(request.orderId(), command.key())));
      return answer(command.attempt(), created);
    } catch (CardException e) {
      return new Declined(command.attempt(), code(e));
    } catch (InvalidRequestException e) {
      // A card token that the provider does not know, for instance: nothing was held.
      return new Declined(command.attempt(), code(e));
    } catch (RetryLater e) {
      if (inquiry.isAbsent(request, command.attempt())) {
        return new Declined(command.attempt(), "provider_error");
      }
      throw e;
    }
  }

  private static PaymentIntentCreateParams wish(String orderId, Authorize command) {
    return PaymentIntentCreateParams.builder()
        .setAmount(command.amount())
        .setCurrency(command.currency().toLowerCase(Locale.ROOT))
        .setCaptureMethod(PaymentIntentCreateParams.CaptureMethod.MANUAL)
        .setConfirm(true)
        .setErrorOnRequiresAction(true)
        .setPaymentMethod(command.method())
        .addPaymentMethodType("card")
        .putMetadata(Inquiry.ORDER, orderId)
        .putMetadata(Inquiry.ATTEMPT, String.valueOf(command.attempt()))
        .addExpand("latest_charge")
        .build();
  }

  private CheckoutSignal release(Request request, VoidHold command) throws StripeException {
    try {
      var cancelled =
          provider.call(
              "void",
              stripe ->
                  stripe
                      .v1()
                      .paymentIntents()
                      .cancel(
                          command.payment(),
                          PaymentIntentCancelParams.builder().build(),
                          Provider.key(request.orderId(), command.key())));
      return answerToVoid(command.attempt(), cancelled);
    } catch (InvalidRequestException _) {
      return answerToVoid(command.attempt(), inquiry.payment(command.payment()));
    } catch (RetryLater e) {
      if (request.attempts() < properties.askAfter()) {
        throw e;
      }
      var known = inquiry.payment(command.payment());
      if (known.getStatus().equals("requires_capture")) {
        throw e;
      }
      return answerToVoid(command.attempt(), known);
    }
  }

  private static CheckoutSignal answerToVoid(int attempt, PaymentIntent intent) {
    return switch (intent.getStatus()) {
      case "succeeded" -> new Captured(attempt, intent.getId(), intent.getAmountReceived());
      case "requires_capture", "processing" -> throw new RetryLater("the hold is still there");
      default -> new Voided(attempt);
    };
  }

  private CheckoutSignal capture(Request request, Capture command) throws StripeException {
    try {
      var captured =
          provider.call(
              "capture",
              stripe ->
                  stripe
                      .v1()
                      .paymentIntents()
                      .capture(
                          command.payment(),
                          PaymentIntentCaptureParams.builder()
                              .setAmountToCapture(command.amount())
                              .build(),
                          Provider.key(request.orderId(), command.key())));
      return answerToCapture(command, captured, "not_captured");
    } catch (CardException e) {
      return answerToCapture(command, inquiry.payment(command.payment()), code(e));
    } catch (InvalidRequestException e) {
      return answerToCapture(command, inquiry.payment(command.payment()), code(e));
    } catch (RetryLater e) {
      if (request.attempts() < properties.askAfter()) {
        throw e;
      }
      var known = inquiry.payment(command.payment());
      if (known.getStatus().equals("requires_capture")) {
        if (inquiry.isOld(request)) {
          // Every answer to this key is an error, and the money is not taken: as good as a refusal.
          return new CaptureFailed(command.attempt(), "provider_error");
        }
        throw e;
      }
      return answerToCapture(command, known, "provider_error");
    }
  }

  private static CheckoutSignal answerToCapture(
      Capture command, PaymentIntent intent, String code) {
    return switch (intent.getStatus()) {
      case "succeeded" ->
          new Captured(command.attempt(), intent.getId(), intent.getAmountReceived());
      case "requires_capture" -> new CaptureFailed(command.attempt(), code);
      case "processing" -> throw new RetryLater("the capture is being processed");
      default -> new AuthorizationLost(command.attempt());
    };
  }

  private CheckoutSignal giveBack(Request request, GiveBack command) throws StripeException {
    if (request.attempts() >= properties.askAfter()
        && inquiry.refund(command.payment(), command.refundId()).isPresent()) {
      return new Refunded(command.refundId());
    }
    try {
      var refund =
          provider.call(
              "refund",
              stripe ->
                  stripe
                      .v1()
                      .refunds()
                      .create(
                          wish(request.orderId(), command),
                          Provider.key(request.orderId(), command.key())));
      return "failed".equals(refund.getStatus()) || "canceled".equals(refund.getStatus())
          ? new RefundFailed(command.refundId(), String.valueOf(refund.getFailureReason()))
          : new Refunded(command.refundId());
    } catch (CardException | InvalidRequestException e) {
      return inquiry.refund(command.payment(), command.refundId()).isPresent()
          ? new Refunded(command.refundId())
          : new RefundFailed(command.refundId(), code(e));
    }
  }

  private static RefundCreateParams wish(String orderId, GiveBack command) {
    return RefundCreateParams.builder()
        .setPaymentIntent(command.payment())
        .setAmount(command.amount())
        .putMetadata(Inquiry.ORDER, orderId)
        .putMetadata(Inquiry.REFUND, command.refundId())
        .build();
  }

  /// What the provider has of it now; a saga that knows it already stays as it is.
  private List<CheckoutSignal> reconcile(String orderId, Reconcile command) throws StripeException {
    var intent = inquiry.payment(command.payment());
    var signals = new ArrayList<CheckoutSignal>();
    signals.add(answer(command.attempt(), intent));
    if (intent.getStatus().equals("succeeded")) {
      signals.addAll(inquiry.foreignRefunds(orderId, command.attempt(), command.payment()));
    }
    return signals;
  }

  /// What a payment's state says about the authorisation.
  private CheckoutSignal answer(int attempt, PaymentIntent intent) {
    return switch (intent.getStatus()) {
      case "requires_capture" -> inquiry.held(attempt, intent);
      case "succeeded" -> new Captured(attempt, intent.getId(), intent.getAmountReceived());
      case "canceled" -> new AuthorizationLost(attempt);
      case "requires_payment_method" -> new Declined(attempt, declineCode(intent));
      case "requires_action", "requires_confirmation" ->
          new Declined(attempt, "authentication_required");
      default -> throw new RetryLater("the payment is " + intent.getStatus());
    };
  }

  private static String declineCode(PaymentIntent intent) {
    var error = intent.getLastPaymentError();
    if (error == null) {
      return "card_declined";
    }
    return error.getDeclineCode() != null ? error.getDeclineCode() : error.getCode();
  }

  private static String code(StripeException e) {
    if (e instanceof CardException card && card.getDeclineCode() != null) {
      return card.getDeclineCode();
    }
    return e.getCode() == null ? "refused" : e.getCode();
  }
}
