package dev.plaza.gateway.pages;

import org.springframework.context.annotation.Profile;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/// A live map of the city, drawn in the browser from the public API. It makes itself an ops token,
/// so it exists in the sandbox only.
@RestController
@Profile("sandbox")
class MapController {

  private static final String CSP =
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline';"
          + " base-uri 'none'";

  @GetMapping("/map")
  ResponseEntity<Resource> page() {
    return resource("pages/map.html", MediaType.TEXT_HTML);
  }

  @GetMapping("/map/map.js")
  ResponseEntity<Resource> script() {
    return resource("pages/map.js", new MediaType("text", "javascript"));
  }

  private static ResponseEntity<Resource> resource(String name, MediaType type) {
    return ResponseEntity.ok()
        .cacheControl(CacheControl.noCache())
        .header("Content-Security-Policy", CSP)
        .contentType(type)
        .body(new ClassPathResource(name, MapController.class.getClassLoader()));
  }
}
