package dev.plaza.quota.ownership;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Where each shard is, as last heard: here, at another instance, or nowhere just now.
@Component
public class ShardMap {

  private final int shards;
  private final ConcurrentHashMap<Integer, OwnedShard> owned = new ConcurrentHashMap<>();
  private final CopyOnWriteArrayList<Consumer<OwnedShard>> openings = new CopyOnWriteArrayList<>();
  private volatile Map<Integer, String> elsewhere = Map.of();
  private volatile String url = "";
  private volatile Runnable doubts = () -> {};

  ShardMap(QuotaProperties properties) {
    this.shards = properties.shards();
  }

  public int shards() {
    return shards;
  }

  /// The base URL by which others reach this instance.
  public String url() {
    return url;
  }

  void at(String ownUrl) {
    url = ownUrl;
  }

  public @Nullable OwnedShard local(int shard) {
    return owned.get(shard);
  }

  public Collection<OwnedShard> local() {
    return owned.values();
  }

  /// The base URL of another instance that owns the shard.
  public @Nullable String remote(int shard) {
    return elsewhere.get(shard);
  }

  /// The base URLs of the other owners, each once.
  public Collection<String> peers() {
    return elsewhere.values().stream().distinct().toList();
  }

  /// Whether every shard has an owner, as last heard.
  public boolean isComplete() {
    return owned.size() + elsewhere.size() == shards;
  }

  /// Tells the shards here that an offer's rules changed.
  public void refresh(String offer) {
    for (OwnedShard it : owned.values()) {
      var _ = it.engine().refresh(offer);
    }
  }

  /// Calls back for every shard that is opened here from now on.
  public void onOpen(Consumer<OwnedShard> listener) {
    openings.add(listener);
  }

  void opened(OwnedShard shard) {
    owned.put(shard.id(), shard);
    openings.forEach(it -> it.accept(shard));
  }

  /// @return whether it was this one that was here
  boolean closing(OwnedShard shard) {
    return owned.remove(shard.id(), shard);
  }

  /// What was last heard seems to be wrong: an owner does not answer, or there is none.
  public void doubt() {
    doubts.run();
  }

  void onDoubt(Runnable listener) {
    doubts = listener;
  }

  void elsewhere(Map<Integer, String> urls) {
    elsewhere = Map.copyOf(urls);
  }
}
