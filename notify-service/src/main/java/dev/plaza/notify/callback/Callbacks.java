package dev.plaza.notify.callback;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Takes what happened, for those who asked to be told.
@Component
public class Callbacks {

  private final CallbackStore store;
  private final JsonMapper json;

  Callbacks(CallbackStore store, JsonMapper json) {
    this.store = store;
    this.json = json;
  }

  /// Something that became of a message.
  ///
  /// @param data the event as it stands in Kafka
  public record News(String jobId, String type, Instant at, Object data) {}

  /// In the caller's transaction.
  public void tell(List<News> news) {
    if (!news.isEmpty()) {
      store.add(
          news.stream().map(News::jobId).toArray(String[]::new),
          news.stream().map(this::body).toArray(String[]::new));
    }
  }

  private String body(News it) {
    var body = new LinkedHashMap<String, Object>();
    body.put("type", it.type());
    body.put("timestamp", it.at());
    body.put("data", it.data());
    return json.writeValueAsString(body);
  }
}
