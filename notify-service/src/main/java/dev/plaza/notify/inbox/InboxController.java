package dev.plaza.notify.inbox;

import dev.plaza.platform.Ids;
import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.paging.Page;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import dev.plaza.platform.stream.LiveSource;
import dev.plaza.platform.stream.LiveStreams;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/// A user's own inbox; for staff with `of=restaurant`, their restaurant's. Whose it is comes from
/// the token alone, so nobody else's can be named.
@RestController
@RequestMapping("/inbox")
class InboxController {

  private final InboxStore store;
  private final LiveStreams streams;
  private final Cursors cursors;

  InboxController(InboxStore store, LiveStreams streams, Cursors cursors) {
    this.store = store;
    this.streams = streams;
    this.cursors = cursors;
  }

  record Unread(long unread) {}

  /// One event of the stream, and the start of it.
  record Change(InboxItem item, long unread) {}

  record Snapshot(List<InboxItem> items, long unread) {}

  @GetMapping
  Page<InboxItem> list(
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Nullable String of,
      Caller caller) {
    String owner = owner(caller, of);
    int most = Cursors.limit(limit);
    String scope = "inbox|" + owner;
    long before =
        cursor == null ? Long.MAX_VALUE : Long.parseLong(cursors.decode(scope, cursor).getFirst());
    var rows = store.page(owner, before, most + 1);
    var items = rows.stream().limit(most).map(InboxStore.Numbered::item).toList();
    return new Page<>(
        items, rows.size() > most ? cursors.encode(scope, rows.get(most - 1).seq()) : null);
  }

  @GetMapping("/unread")
  Unread unread(@RequestParam(required = false) @Nullable String of, Caller caller) {
    return new Unread(store.unread(owner(caller, of)));
  }

  private static String owner(Caller caller, @Nullable String of) {
    if (of == null) {
      return caller.subject();
    }
    if (!of.equals("restaurant") || !caller.is(Role.RESTAURANT) || caller.restaurantId() == null) {
      throw ProblemException.notFound();
    }
    return "restaurant:" + caller.restaurantId();
  }

  @PostMapping("/{id}/{mark:read|unread|archive}")
  ResponseEntity<Unread> mark(
      @PathVariable String id,
      @PathVariable String mark,
      @RequestParam(required = false) @Nullable String of,
      Caller caller) {
    String owner = owner(caller, of);
    var change =
        switch (mark) {
          case "read" -> InboxStore.Mark.READ;
          case "unread" -> InboxStore.Mark.UNREAD;
          default -> InboxStore.Mark.ARCHIVE;
        };
    if (!Ids.isId(id) || !store.mark(owner, id, change)) {
      throw ProblemException.notFound();
    }
    streams.wake(Inboxes.key(owner));
    return ResponseEntity.ok(new Unread(store.unread(owner)));
  }

  @PostMapping("/read-all")
  Unread readAll(@RequestParam(required = false) @Nullable String of, Caller caller) {
    String owner = owner(caller, of);
    store.readAll(owner);
    streams.wake(Inboxes.key(owner));
    return new Unread(store.unread(owner));
  }

  /// Events `item`: an arrival or a change, with the number of unread ones.
  @GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter stream(
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      @RequestParam(required = false) @Nullable String of,
      Caller caller) {
    String owner = owner(caller, of);
    return streams.open(Inboxes.key(owner), lastEventId, new Source(store, owner));
  }

  private record Source(InboxStore store, String user) implements LiveSource {

    private static final int SNAPSHOT_MAX = 20;

    @Override
    public @Nullable Long position(@Nullable String lastEventId) {
      if (lastEventId == null || !lastEventId.matches("\\d{1,18}")) {
        return null;
      }
      long position = Long.parseLong(lastEventId);
      return position <= store.head(user) ? position : null;
    }

    /// The position is read first: what comes between is sent again, not lost.
    @Override
    public Snapshot snapshot() {
      long position = store.head(user);
      var items =
          store.page(user, Long.MAX_VALUE, SNAPSHOT_MAX).stream()
              .map(InboxStore.Numbered::item)
              .toList();
      return new Snapshot(position, new InboxController.Snapshot(items, store.unread(user)));
    }

    @Override
    public List<Event> after(long position, int limit) {
      var changes = store.changes(user, position, limit);
      if (changes.isEmpty()) {
        return List.of();
      }
      long unread = store.unread(user);
      return changes.stream()
          .map(it -> new Event(it.seq(), "item", new Change(it.item(), unread)))
          .toList();
    }
  }
}
