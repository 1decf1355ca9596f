package dev.plaza.notify.preference;

import dev.plaza.platform.problem.ProblemException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/// Unsubscribing by a link, without a login (RFC 8058).
///
/// Programs that scan mail follow links, so GET only shows a page. POST does it; again and again
/// with the same answer, never a redirect.
@RestController
@RequestMapping("/unsubscribe/{token}")
class UnsubscribeController {

  private final UnsubscribeTokens tokens;
  private final Consents consents;

  UnsubscribeController(UnsubscribeTokens tokens, Consents consents) {
    this.tokens = tokens;
    this.consents = consents;
  }

  @GetMapping(produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
  String page(@PathVariable String token) {
    var subject = tokens.read(token).orElseThrow(ProblemException::notFound);
    return page(
        "Unsubscribe",
        """
        <p>Stop messages about <b>%s</b> on this channel?</p>
        <form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
        <button>Unsubscribe</button></form>"""
            .formatted(HtmlUtils.htmlEscape(subject.category())));
  }

  @PostMapping(produces = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8")
  String unsubscribe(@PathVariable String token) {
    var it = tokens.read(token).orElseThrow(ProblemException::notFound);
    consents.set(it.recipient(), it.category(), it.channel(), false, "unsubscribe");
    return page("Unsubscribed", "<p>Done. You will get no more of these messages.</p>");
  }

  private static String page(String title, String body) {
    return """
        <!doctype html><html lang="en"><meta charset="utf-8"><title>%s</title>
        <meta name="viewport" content="width=device-width"><h1>%s</h1>%s</html>"""
        .formatted(title, title, body);
  }
}
