package dev.plaza.tracking.track;

import dev.plaza.platform.security.Caller;
import dev.plaza.platform.stream.LiveStreams;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

@RestController
class TrackController {

  private final TrackAccess access;
  private final TrackViews views;
  private final TrackSources sources;
  private final LiveStreams streams;

  TrackController(TrackAccess access, TrackViews views, TrackSources sources, LiveStreams streams) {
    this.access = access;
    this.views = views;
    this.sources = sources;
    this.streams = streams;
  }

  @GetMapping("/track/{orderId}")
  TrackView look(
      Caller caller,
      @PathVariable String orderId,
      @RequestParam(required = false) @Nullable String cursor) {
    return views.see(caller, access.require(caller, orderId), cursor).view();
  }

  @GetMapping(path = "/track/{orderId}/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter watch(
      Caller caller,
      @PathVariable String orderId,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId) {
    access.require(caller, orderId);
    return streams.open(Wakes.key(orderId), lastEventId, sources.of(caller, orderId));
  }
}
