package dev.plaza.catalog.places;

import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Restaurants")
class ImportController {

  private final PlaceImport places;

  ImportController(PlaceImport places) {
    this.places = places;
  }

  @PostMapping(
      path = "/restaurants/import",
      consumes = {MediaType.APPLICATION_JSON_VALUE, "application/geo+json"})
  @Operation(summary = "Import places from a GeoJSON FeatureCollection (ops)")
  ImportReport take(
      HttpServletRequest request, @RequestParam @Nullable String timezone, Caller caller)
      throws IOException {
    caller.require(Role.OPS);
    return places.take(request.getInputStream(), timezone, caller.subject());
  }
}
