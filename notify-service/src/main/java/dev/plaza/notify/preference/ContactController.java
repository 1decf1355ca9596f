package dev.plaza.notify.preference;

import dev.plaza.notify.address.EmailAddress;
import dev.plaza.notify.address.PhoneNumber;
import dev.plaza.notify.address.Recipient;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Where users are reached. Events carry no personal data, so it is told here: by the user, by the
/// service that knows the account, or by ops.
@RestController
@RequestMapping("/notify/contacts/{userId}")
class ContactController {

  private final People people;

  ContactController(People people) {
    this.people = people;
  }

  /// A null leaves what is known.
  record Contact(
      @Nullable String email, @Nullable String phone, @Size(max = 200) @Nullable String name) {}

  @GetMapping
  Contact get(@PathVariable String userId, Caller caller) {
    own(userId, caller);
    Person it = people.get(userId);
    return new Contact(it.email(), it.phone(), it.name());
  }

  @PutMapping
  Contact put(
      @PathVariable String userId,
      @jakarta.validation.Valid @RequestBody Contact contact,
      Caller caller) {
    own(userId, caller);
    var problem = new ProblemException(CommonProblem.INVALID, "See the errors.");
    if (!Recipient.isUserId(userId)) {
      problem.at("user_id", "is no user id");
    }
    String email = contact.email();
    if (email != null) {
      email = EmailAddress.of(email).map(EmailAddress::address).orElse(null);
      if (email == null) {
        problem.at("/email", "is not one e-mail address");
      }
    }
    String phone = contact.phone();
    if (phone != null) {
      phone = PhoneNumber.of(phone).map(PhoneNumber::e164).orElse(null);
      if (phone == null) {
        problem.at("/phone", "is not a phone number with its country code");
      }
    }
    if (!problem.errors().isEmpty()) {
      throw problem;
    }
    people.reach(userId, email, phone, contact.name());
    return get(userId, caller);
  }

  @DeleteMapping
  ResponseEntity<Void> forget(@PathVariable String userId, Caller caller) {
    own(userId, caller);
    people.forget(userId);
    return ResponseEntity.noContent().build();
  }

  private static void own(String userId, Caller caller) {
    if (!caller.subject().equals(userId) && !caller.is(Role.OPS) && !caller.is(Role.SERVICE)) {
      throw ProblemException.notFound();
    }
  }
}
