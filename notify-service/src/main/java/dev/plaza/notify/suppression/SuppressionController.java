package dev.plaza.notify.suppression;

import dev.plaza.notify.address.EmailAddress;
import dev.plaza.notify.address.PhoneNumber;
import dev.plaza.notify.category.Channels;
import dev.plaza.notify.provider.Channel;
import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.paging.Page;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The suppression list, for ops.
@RestController
@RequestMapping("/suppressions")
class SuppressionController {

  private static final String SCOPE = "suppressions";

  private final Suppressions suppressions;
  private final Cursors cursors;

  SuppressionController(Suppressions suppressions, Cursors cursors) {
    this.suppressions = suppressions;
    this.cursors = cursors;
  }

  record Request(
      @NotBlank String channel,
      @NotBlank @Size(max = 4096) String address,
      @Size(max = 50) @Nullable String reason) {}

  @GetMapping
  Page<Suppressions.Entry> list(
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor,
      Caller caller) {
    caller.require(Role.OPS);
    int most = Cursors.limit(limit);
    Suppressions.Entry after = null;
    if (cursor != null) {
      var parts = cursors.decode(SCOPE, cursor);
      after = new Suppressions.Entry(parts.get(0), parts.get(1), "", "", Instant.EPOCH);
    }
    List<Suppressions.Entry> rows = suppressions.list(after, most + 1);
    if (rows.size() <= most) {
      return new Page<>(rows, null);
    }
    var page = rows.subList(0, most);
    return new Page<>(
        page, cursors.encode(SCOPE, page.getLast().channel(), page.getLast().address()));
  }

  @PostMapping
  ResponseEntity<Void> add(@Valid @RequestBody Request request, Caller caller) {
    caller.require(Role.OPS);
    Channel channel = channel(request.channel(), "/channel");
    boolean valid =
        switch (channel) {
          case EMAIL -> EmailAddress.of(request.address()).isPresent();
          case SMS -> PhoneNumber.of(request.address()).isPresent();
          case PUSH -> true;
          case IN_APP -> false;
        };
    if (!valid) {
      throw new ProblemException(CommonProblem.INVALID, "See the errors.")
          .at("/address", "is no address of this channel");
    }
    String reason = request.reason() == null ? "manual" : request.reason();
    suppressions.add(channel, request.address(), reason, "ops:" + caller.subject());
    return ResponseEntity.noContent().build();
  }

  @DeleteMapping
  ResponseEntity<Void> remove(
      @RequestParam String channel, @RequestParam String address, Caller caller) {
    caller.require(Role.OPS);
    if (!suppressions.remove(channel(channel, "channel"), address)) {
      throw ProblemException.notFound();
    }
    return ResponseEntity.noContent().build();
  }

  private static Channel channel(String name, String pointer) {
    return Channels.find(name)
        .orElseThrow(
            () ->
                new ProblemException(CommonProblem.INVALID, "See the errors.")
                    .at(pointer, "is no channel"));
  }
}
