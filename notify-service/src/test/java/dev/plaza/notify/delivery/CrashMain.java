package dev.plaza.notify.delivery;

import dev.plaza.notify.NotifyServiceApplication;
import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Provider;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;

/// An instance in a process of its own, so that it can be killed. Its one provider asks the test.
public class CrashMain {

  public static void main(String[] args) {
    new SpringApplicationBuilder(NotifyServiceApplication.class, CrashMain.class).run(args);
    System.out.println("READY");
  }

  @Bean
  Provider sink(@Value("${sink}") String sink) {
    return new Sink(URI.create(sink), HttpClient.newHttpClient());
  }

  private record Sink(URI uri, HttpClient http) implements Provider {

    @Override
    public String id() {
      return "sink";
    }

    @Override
    public Channel channel() {
      return Channel.EMAIL;
    }

    @Override
    public Outcome send(Outgoing message) {
      var mail = (Outgoing.Email) message;
      var request =
          HttpRequest.newBuilder(uri)
              .timeout(Duration.ofSeconds(60))
              .POST(HttpRequest.BodyPublishers.ofString(mail.to().address()))
              .build();
      try {
        var answer = http.send(request, HttpResponse.BodyHandlers.discarding());
        return answer.statusCode() == 200
            ? new Outcome.Accepted(mail.attemptId())
            : new Outcome.Transient("busy", "", null, Outcome.Scope.RECIPIENT);
      } catch (IOException e) {
        return new Outcome.Unknown("no answer");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Outcome.Unknown("interrupted");
      }
    }
  }
}
