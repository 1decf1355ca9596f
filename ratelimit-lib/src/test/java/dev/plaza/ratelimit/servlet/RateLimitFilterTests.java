package dev.plaza.ratelimit.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.Limiter;
import dev.plaza.ratelimit.Request;
import dev.plaza.ratelimit.address.ClientAddress;
import dev.plaza.ratelimit.authority.MemoryAuthority;
import dev.plaza.ratelimit.header.RateLimitHeaders;
import dev.plaza.ratelimit.policy.KeyBy;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class RateLimitFilterTests {

  private final ClientAddress addresses = new ClientAddress(List.of("127.0.0.0/8"));
  private final Limiter limiter =
      Limiter.with(new MemoryAuthority(() -> 1_796_036_400_000_000L))
          .policies(
              Policies.of(
                  Policy.named("ip").key(KeyBy.IP).rate(2, Duration.ofMinutes(1)).burst(2).build()))
          .build();
  private final RateLimitFilter filter =
      new RateLimitFilter(limiter, this::read, new RateLimitHeaders(Clock.systemUTC()), 401);

  private Request read(HttpServletRequest http) {
    var forwarded = Collections.list(http.getHeaders("X-Forwarded-For"));
    return Request.to(http.getMethod(), http.getRequestURI())
        .ip(addresses.key(http.getRemoteAddr(), forwarded))
        .build();
  }

  @AfterEach
  void close() {
    limiter.close();
  }

  private MockHttpServletResponse call(String forged) throws Exception {
    var request = new MockHttpServletRequest("GET", "/things");
    request.addHeader("X-Forwarded-For", forged + ", 203.0.113.7");
    var response = new MockHttpServletResponse();
    var chain = new MockFilterChain();
    filter.doFilter(request, response, chain);
    assertThat(chain.getRequest() != null).isEqualTo(response.getStatus() == 200);
    return response;
  }

  @Test
  void passesRequestsOnAndTellsWhereTheyStand() throws Exception {
    var response = call("1.1.1.1");

    assertThat(response.getStatus()).isEqualTo(200);
    assertThat(response.getHeader("X-RateLimit-Remaining")).isEqualTo("1");
    assertThat(response.getHeaders("RateLimit")).hasSize(1);
  }

  @Test
  void refusesWithAProblemWhateverAClientMakesUp() throws Exception {
    call("1.1.1.1");
    call("2.2.2.2");
    var response = call("3.3.3.3");

    assertThat(response.getStatus()).isEqualTo(429);
    assertThat(response.getContentType()).startsWith("application/problem+json");
    assertThat(response.getHeader("Retry-After")).isEqualTo("30");
    assertThat(response.getContentAsString())
        .contains("\"status\":429")
        .contains("\"violated-policies\":[\"ip\"]")
        .contains("#quota-exceeded");
  }
}
