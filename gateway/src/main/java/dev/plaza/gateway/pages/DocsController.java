package dev.plaza.gateway.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/// Swagger UI over `/openapi`, from the class path: it works without a network.
@RestController
class DocsController {

  private static final String CSP =
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'";

  private static final MediaType JAVASCRIPT = new MediaType("text", "javascript");
  private static final MediaType CSS = new MediaType("text", "css");

  private final Map<String, Asset> assets;

  private record Asset(Resource content, MediaType type) {}

  DocsController() {
    String folder = "META-INF/resources/webjars/swagger-ui/%s/".formatted(version());
    this.assets =
        Map.of(
            "swagger-ui.css", new Asset(resource(folder + "swagger-ui.css"), CSS),
            "swagger-ui-bundle.js",
                new Asset(resource(folder + "swagger-ui-bundle.js"), JAVASCRIPT),
            "init.js", new Asset(resource("pages/docs.js"), JAVASCRIPT));
  }

  private static String version() {
    try {
      Properties about =
          PropertiesLoaderUtils.loadProperties(
              resource("META-INF/maven/org.webjars/swagger-ui/pom.properties"));
      return about.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Resource resource(String name) {
    return new ClassPathResource(name, DocsController.class.getClassLoader());
  }

  @GetMapping(path = "/docs", produces = MediaType.TEXT_HTML_VALUE)
  ResponseEntity<Resource> page() {
    return ResponseEntity.ok()
        .header("Content-Security-Policy", CSP)
        .contentType(MediaType.TEXT_HTML)
        .body(resource("pages/docs.html"));
  }

  @GetMapping("/docs/{file}")
  ResponseEntity<Resource> asset(@PathVariable String file) {
    Asset asset = assets.get(file);
    if (asset == null) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
    return ResponseEntity.ok()
        .cacheControl(CacheControl.maxAge(Duration.ofHours(1)))
        .contentType(asset.type())
        .body(asset.content());
  }
}
