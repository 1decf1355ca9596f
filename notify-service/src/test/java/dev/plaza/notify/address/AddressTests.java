package dev.plaza.notify.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTests {

  /// Case 59.
  @ParameterizedTest
  @CsvSource({
    "John@X.com, john@x.com",
    "' john@x.com ', john@x.com",
    "a@müll.example, a@xn--mll-hoa.example",
    "a+b@x.example, a+b@x.example",
    "O'Brien@x.example, o'brien@x.example"
  })
  void comparesInOneForm(String text, String key) {
    assertThat(EmailAddress.of(text)).map(EmailAddress::key).contains(key);
    assertThat(EmailAddress.key(text)).isEqualTo(key);
  }

  /// Cases 47 and 48: one address means one.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "@x.example",
        "a@",
        "a@b",
        "a@x.example,evil@y.example",
        "a@x.example evil@y.example",
        "a@x.example\r\nBcc: evil@y.example",
        "a\n@x.example",
        "Ana <a@x.example>",
        "a@@x.example",
        "a..b@x.example",
        ".a@x.example",
        "a@-x.example",
        "a@x..example",
        "a@x.example;b@y.example",
        "a b@x.example",
        "\"a b\"@x.example"
      })
  void takesOneAddressOnly(String text) {
    assertThat(EmailAddress.of(text)).isEmpty();
  }

  @Test
  void hasAnEnd() {
    assertThat(EmailAddress.of("a".repeat(64) + "@x.example")).isPresent();
    assertThat(EmailAddress.of("a".repeat(65) + "@x.example")).isEmpty();
  }

  @Test
  void phonesNeedTheirCountry() {
    assertThat(PhoneNumber.of("+43 664 1234567")).contains(new PhoneNumber("+436641234567"));
    assertThat(PhoneNumber.of("0664 1234567")).isEmpty();
    assertThat(PhoneNumber.of("+43 1")).isEmpty();
    assertThat(PhoneNumber.of("+1 (415) 555-2671")).contains(new PhoneNumber("+14155552671"));
    assertThat(PhoneNumber.of("+99999")).isEmpty();
    assertThat(PhoneNumber.of("evil")).isEmpty();
  }

  @Test
  void recipientsKeepTheirKeys() {
    assertThat(Recipient.user("alice").key()).isEqualTo("u:alice");
    assertThat(Recipient.ofKey("e:a@x.example").kind()).isEqualTo(Recipient.Kind.EMAIL);
    assertThat(Recipient.email("A@X.example")).map(Recipient::key).contains("e:a@x.example");
    assertThat(Recipient.isUserId("a b")).isFalse();
    assertThat(Recipient.isUserId("x".repeat(101))).isFalse();
  }
}
