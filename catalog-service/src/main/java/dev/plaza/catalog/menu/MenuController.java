package dev.plaza.catalog.menu;

import dev.plaza.catalog.restaurant.EntityTags;
import dev.plaza.catalog.restaurant.Ownership;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;
import tools.jackson.databind.JsonNode;

@RestController
@RequestMapping("/restaurants/{id}")
@Tag(name = "Menus")
class MenuController {

  private final Menus menus;
  private final MenuLimits limits;

  MenuController(Menus menus, MenuLimits limits) {
    this.menus = menus;
    this.limits = limits;
  }

  @GetMapping("/menu")
  @Operation(summary = "The menu, or an older version of it")
  @Nullable ResponseEntity<MenuView> get(
      @PathVariable String id, @RequestParam @Nullable Long version, WebRequest request) {
    var current = menus.read(id, version);
    var tag = MenuView.tag(current);
    if (request.checkNotModified(tag)) {
      return null;
    }
    return ResponseEntity.ok().eTag(tag).body(MenuView.of(current));
  }

  @PutMapping("/menu")
  @Operation(summary = "Publish the next version of the menu (its staff, ops)")
  ResponseEntity<MenuView> put(
      @PathVariable String id,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestBody MenuRequest request,
      Caller caller) {
    Ownership.check(caller, id);
    if (ifMatch == null) {
      throw new ProblemException(
          CommonProblem.PRECONDITION_REQUIRED,
          "Say in If-Match which menu_version this replaces; 0 where there is no menu yet.");
    }
    var published = menus.publish(id, EntityTags.version(ifMatch), request, caller.subject());
    return ResponseEntity.status(published.version() == 1 ? HttpStatus.CREATED : HttpStatus.OK)
        .eTag(MenuView.tag(published))
        .body(MenuView.of(published));
  }

  @PatchMapping("/items/{sku}")
  @Operation(summary = "Take an item off sale, or count it (its staff, ops)")
  ItemState patch(
      @PathVariable String id,
      @PathVariable String sku,
      @RequestBody JsonNode request,
      Caller caller) {
    Ownership.check(caller, id);
    var patch = ItemPatch.of(request, limits);
    return menus.patch(id, sku, patch::over);
  }
}
