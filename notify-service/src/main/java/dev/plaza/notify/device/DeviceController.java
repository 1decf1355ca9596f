package dev.plaza.notify.device;

import dev.plaza.notify.provider.Outgoing;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// A user's own devices. For Web Push the token is any name the browser chose for its
/// subscription, which is in the body.
@RestController
@RequestMapping("/devices/{token}")
class DeviceController {

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9:_.-]{1,512}");
  private static final Pattern APNS = Pattern.compile("[0-9a-fA-F]{64,200}");
  /// Names only: no addresses, nothing without a dot, nothing of a private zone.
  private static final Pattern PUBLIC_HOST =
      Pattern.compile(
          "(?i)(?:[a-z0-9-]+\\.)+(?!local$|internal$|localhost$|lan$|home$)[a-z][a-z0-9-]+");

  private static final int PUBLIC_KEY_BYTES = 65;
  private static final int AUTH_BYTES = 16;

  private final Devices devices;
  private final DeviceProperties properties;

  DeviceController(Devices devices, DeviceProperties properties) {
    this.devices = devices;
    this.properties = properties;
  }

  record Keys(@NotNull @Size(max = 200) String p256dh, @NotNull @Size(max = 100) String auth) {}

  /// @param kind `fcm`, `apns` or `web_push`
  record Registration(
      @NotNull String kind,
      @Size(max = 2000) @Nullable String endpoint,
      @Valid @Nullable Keys keys) {}

  @PutMapping
  @Transactional
  ResponseEntity<Void> put(
      @PathVariable String token, @Valid @RequestBody Registration wanted, Caller caller) {
    devices.put(token, caller.subject(), target(token, wanted));
    return ResponseEntity.noContent().build();
  }

  @DeleteMapping
  ResponseEntity<Void> remove(@PathVariable String token, Caller caller) {
    if (!devices.remove(token, caller.subject())) {
      throw ProblemException.notFound();
    }
    return ResponseEntity.noContent().build();
  }

  private Outgoing.Device target(String token, Registration wanted) {
    var problem = new ProblemException(CommonProblem.INVALID, "See the errors.");
    if (!TOKEN.matcher(token).matches()) {
      throw problem.at("token", "is not of the form " + TOKEN.pattern());
    }
    return switch (wanted.kind().toLowerCase(Locale.ROOT)) {
      case "fcm" -> new Outgoing.Device(Outgoing.Device.Kind.FCM, token, null, null);
      case "apns" -> {
        if (!APNS.matcher(token).matches()) {
          throw problem.at("token", "is not a hexadecimal token of APNs");
        }
        yield new Outgoing.Device(Outgoing.Device.Kind.APNS, token, null, null);
      }
      case "web_push" -> webPush(problem, wanted);
      default -> throw problem.at("/kind", "is none of fcm, apns, web_push");
    };
  }

  private Outgoing.Device webPush(ProblemException problem, Registration wanted) {
    String endpoint = wanted.endpoint();
    if (endpoint == null || !isWeb(endpoint)) {
      throw problem.at("/endpoint", "is not the https URL of a push service");
    }
    Keys keys = wanted.keys();
    if (keys == null) {
      throw problem.at("/keys", "are required");
    }
    if (!hasBytes(keys.p256dh(), PUBLIC_KEY_BYTES)) {
      throw problem.at("/keys/p256dh", "is not a P-256 point in base64url");
    }
    if (!hasBytes(keys.auth(), AUTH_BYTES)) {
      throw problem.at("/keys/auth", "is not 16 bytes in base64url");
    }
    return new Outgoing.Device(Outgoing.Device.Kind.WEB_PUSH, endpoint, keys.p256dh(), keys.auth());
  }

  /// We call it, so it must not be able to name a host of our own network.
  private boolean isWeb(String text) {
    try {
      URI uri = URI.create(text);
      String host = uri.getHost();
      if (host == null || uri.getUserInfo() != null) {
        return false;
      }
      return properties.privateEndpoints()
          || ("https".equals(uri.getScheme()) && PUBLIC_HOST.matcher(host).matches());
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static boolean hasBytes(String text, int count) {
    try {
      return Base64.getUrlDecoder().decode(text).length == count;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
