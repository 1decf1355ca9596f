package dev.plaza.order.cart;

import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.Valid;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Carts over HTTP. A cart's ETag is its version.
@RestController
@RequestMapping("/cart")
class CartController {

  private final Editing editing;

  CartController(Editing editing) {
    this.editing = editing;
  }

  @PostMapping
  ResponseEntity<CartView> create(@Valid @RequestBody CartRequest.Create request, Caller caller) {
    caller.require(Role.CUSTOMER);
    var cart = editing.create(caller, request);
    return ResponseEntity.created(URI.create("/cart/" + cart.id()))
        .eTag(IfMatch.etag(cart.version()))
        .body(cart);
  }

  @GetMapping("/{id}")
  ResponseEntity<CartView> get(@PathVariable String id, Caller caller) {
    caller.require(Role.CUSTOMER);
    return answer(editing.view(caller, id));
  }

  @PatchMapping("/{id}")
  ResponseEntity<CartView> edit(
      @PathVariable String id,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @Valid @RequestBody CartRequest.Edit request,
      Caller caller) {
    caller.require(Role.CUSTOMER);
    return answer(editing.edit(caller, id, IfMatch.required(ifMatch), request));
  }

  @DeleteMapping("/{id}")
  ResponseEntity<Void> remove(
      @PathVariable String id,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      Caller caller) {
    caller.require(Role.CUSTOMER);
    editing.remove(caller, id, IfMatch.optional(ifMatch));
    return ResponseEntity.noContent().build();
  }

  private static ResponseEntity<CartView> answer(CartView cart) {
    return ResponseEntity.ok().eTag(IfMatch.etag(cart.version())).body(cart);
  }
}
