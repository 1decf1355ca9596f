package dev.plaza.gateway.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/// The first thing anybody sees: what runs, and what to try next.
@RestController
class HomeController {

  private static final String CSP =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'";

  private final PartStates states;
  private final boolean sandbox;
  private final String page;
  private final String commands;

  HomeController(PartStates states, Environment environment) {
    this.states = states;
    this.sandbox = environment.acceptsProfiles(Profiles.of("sandbox"));
    this.page = text("pages/home.html");
    this.commands = text("pages/commands.txt");
  }

  private static String text(String name) {
    try {
      return new ClassPathResource(name, HomeController.class.getClassLoader())
          .getContentAsString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @GetMapping("/")
  Mono<ResponseEntity<String>> home(ServerHttpRequest request) {
    List<MediaType> wanted = request.getHeaders().getAccept();
    boolean html = wanted.stream().anyMatch(it -> it.equalsTypeAndSubtype(MediaType.TEXT_HTML));
    String base = request.getURI().resolve("/").toString().replaceAll("/$", "");
    return states
        .get()
        .map(
            parts ->
                ResponseEntity.ok()
                    .cacheControl(CacheControl.noStore())
                    .header("Vary", "Accept")
                    .header("Content-Security-Policy", CSP)
                    .contentType(
                        new MediaType(
                            html ? MediaType.TEXT_HTML : MediaType.TEXT_PLAIN,
                            StandardCharsets.UTF_8))
                    .body(html ? html(parts, base) : plain(parts, base)));
  }

  private String plain(Map<String, PartStates.State> parts, String base) {
    String lines =
        parts.entrySet().stream()
            .map(it -> "  %-10s %s%n".formatted(it.getKey(), words(it.getValue())))
            .collect(Collectors.joining());
    return """
        Plaza, the backend of a city app.

        %s
          API     %s/docs  (%s/openapi)
          Health  %s/actuator/health
        %s"""
        .formatted(
            lines,
            base,
            base,
            base,
            sandbox ? "  Map     %s/map%n%n%s".formatted(base, next(base)) : "");
  }

  private String html(Map<String, PartStates.State> parts, String base) {
    String rows =
        parts.entrySet().stream()
            .map(
                it ->
                    "<tr><td>%s</td><td class=\"%s\">%s</td></tr>"
                        .formatted(
                            it.getKey(),
                            it.getValue().isUp() ? "up" : "down",
                            words(it.getValue())))
            .collect(Collectors.joining("\n"));
    return page.replace("{{parts}}", rows)
        .replace("{{map}}", sandbox ? "<a href=\"/map\">Map</a> · " : "")
        .replace("{{next}}", sandbox ? escape(next(base)) : "");
  }

  private String next(String base) {
    return commands.replace("{{base}}", base);
  }

  private static String words(PartStates.State state) {
    String word = state.isUp() ? "up" : "down";
    return state.instances() == 1
        ? word
        : "%s (%d of %d instances)".formatted(word, state.ready(), state.instances());
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
