package dev.plaza.dev.messages;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes the mailbox page. Everything that came in a message is escaped; its HTML is shown in a
/// frame that may do nothing.
final class MailboxHtml {

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private static final String STYLE =
      """
      *{box-sizing:border-box}
      body{margin:0;font:15px/1.45 system-ui,sans-serif;color:#1c2430;background:#f3f4f7}
      header{display:flex;gap:16px;align-items:center;flex-wrap:wrap;padding:12px 20px;
        background:#1c2430;color:#fff}
      h1{font-size:18px;margin:0 auto 0 0}
      input,select,button{font:inherit;padding:6px 10px;border:1px solid #c5cad3;border-radius:6px}
      button{background:#2b6cb0;border-color:#2b6cb0;color:#fff;cursor:pointer}
      main{display:grid;grid-template-columns:minmax(320px,420px) 1fr;gap:16px;padding:16px 20px}
      @media(max-width:800px){main{grid-template-columns:1fr}}
      ol{list-style:none;margin:0;padding:0;background:#fff;border-radius:10px;overflow:hidden}
      li a{display:block;padding:10px 14px;color:inherit;text-decoration:none;
        border-bottom:1px solid #eceef2}
      li a:hover,li a.open{background:#eaf2fb}
      .top{display:flex;gap:8px;color:#5b6675;font-size:13px}
      .top b{margin-left:auto;font-weight:normal}
      .tag{padding:0 8px;border-radius:9px;color:#fff;background:#4a5568}
      .email{background:#2b6cb0}.sms{background:#2f855a}.push{background:#b7791f}
      .line{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
      .small{color:#5b6675;font-size:13px}
      article,.empty{background:#fff;border-radius:10px;padding:16px 20px}
      article h2{margin:0 0 6px;font-size:18px;overflow-wrap:anywhere}
      iframe{width:100%;height:420px;border:1px solid #dfe3e8;border-radius:6px;background:#fff}
      pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f7f8fa;padding:10px;
        border-radius:6px}
      table{border-collapse:collapse;font-size:13px}
      td{padding:2px 12px 2px 0;vertical-align:top;overflow-wrap:anywhere}
      """;

  private final String to;
  private final String channel;

  MailboxHtml(String to, String channel) {
    this.to = to;
    this.channel = channel;
  }

  String page(List<Message> messages, @Nullable Message open, long total) {
    var html = new StringBuilder(16_384);
    html.append("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width\">")
        .append("<title>Plaza mailbox</title><style>")
        .append(STYLE)
        .append("</style><header><h1>Plaza mailbox</h1><span>")
        .append(messages.size())
        .append(" shown, ")
        .append(total)
        .append(" since the start</span>");
    form(html);
    html.append("</header><main>");
    if (messages.isEmpty()) {
      html.append("<p class=\"empty\">No message yet. Everything that would leave the platform ")
          .append("arrives here.</p>");
    } else {
      html.append("<ol>");
      messages.forEach(message -> line(html, message, message.equals(open)));
      html.append("</ol>");
    }
    if (open != null) {
      article(html, open);
    }
    return html.append("</main></html>").toString();
  }

  private void form(StringBuilder html) {
    html.append(
            "<form><input name=\"to\" placeholder=\"recipient\" aria-label=\"recipient\" value=\"")
        .append(escaped(to))
        .append("\"> <select name=\"channel\" aria-label=\"channel\">");
    for (var it : List.of("", "email", "sms", "push")) {
      html.append("<option value=\"")
          .append(it)
          .append(it.equals(channel) ? "\" selected>" : "\">")
          .append(it.isEmpty() ? "every channel" : it)
          .append("</option>");
    }
    html.append("</select> <button>Show</button></form>");
  }

  private void line(StringBuilder html, Message message, boolean open) {
    html.append("<li><a")
        .append(open ? " class=\"open\"" : "")
        .append(" href=\"/?to=")
        .append(FormFields.encoded(to))
        .append("&amp;channel=")
        .append(FormFields.encoded(channel))
        .append("&amp;id=")
        .append(message.id())
        .append("\"><span class=\"top\"><span class=\"tag ")
        .append(message.channel())
        .append("\">")
        .append(message.channel())
        .append("</span>")
        .append(escaped(message.provider()))
        .append("<b>")
        .append(time(message))
        .append("</b></span><div class=\"line\">")
        .append(escaped(message.subject().isEmpty() ? message.text() : message.subject()))
        .append("</div><div class=\"line small\">")
        .append(escaped(message.to()))
        .append("</div></a></li>");
  }

  private static void article(StringBuilder html, Message message) {
    html.append("<article><h2>")
        .append(escaped(message.subject().isEmpty() ? "(no subject)" : message.subject()))
        .append("</h2><p class=\"small\">")
        .append(escaped(message.from()))
        .append(" → ")
        .append(escaped(message.to()))
        .append(" · ")
        .append(escaped(message.provider()))
        .append(" · ")
        .append(time(message))
        .append("</p>");
    if (!message.html().isEmpty()) {
      html.append("<iframe sandbox title=\"HTML\" src=\"/messages/")
          .append(message.id())
          .append("/html\"></iframe>");
    }
    html.append("<pre>").append(escaped(message.text())).append("</pre><table>");
    html.append("<tr><td>reference<td>").append(escaped(message.ref()));
    new TreeMap<>(message.details())
        .forEach(
            (name, value) ->
                html.append("<tr><td>")
                    .append(escaped(name))
                    .append("<td>")
                    .append(escaped(value)));
    html.append("</table></article>");
  }

  private static String time(Message message) {
    return TIME.format(message.at().atZone(ZoneId.systemDefault()));
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
