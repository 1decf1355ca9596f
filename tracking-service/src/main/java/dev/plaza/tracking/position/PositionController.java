package dev.plaza.tracking.position;

import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PositionController {

  private final Ingest ingest;

  PositionController(Ingest ingest) {
    this.ingest = ingest;
  }

  @PostMapping("/courier/locations")
  @ResponseStatus(HttpStatus.ACCEPTED)
  Receipt take(Caller caller, @Valid @RequestBody PingBatch batch) {
    caller.require(Role.COURIER);
    return ingest.take(caller.subject(), batch.positions());
  }
}
