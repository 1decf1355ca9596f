package dev.plaza.quota.shard;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// Answers that are decided and wait until the authority has heard what they freed. So whoever
/// reads such an answer finds the right again, at whatever shard it looks. An authority that does
/// not answer holds nobody up for long: the right is then found when it is back.
final class Tellings {

  private static final long PATIENCE_MILLIS = 100;

  private final RightsDesk.Answers answers;
  private final List<Telling> waiting = new ArrayList<>();

  private record Telling(
      Offer offer, Submission submission, int index, Answer answer, long until) {}

  Tellings(RightsDesk.Answers answers) {
    this.answers = answers;
  }

  void add(Offer offer, Submission submission, int index, Answer answer, Moment now) {
    waiting.add(new Telling(offer, submission, index, answer, now.mono() + PATIENCE_MILLIS));
  }

  /// Lets those go that the authority knows about, and those that have waited long enough.
  void release(Moment now) {
    for (Iterator<Telling> all = waiting.iterator(); all.hasNext(); ) {
      Telling it = all.next();
      if (!it.offer.overstated() || it.until <= now.mono()) {
        all.remove();
        answers.answer(it.submission, it.index, it.answer);
      }
    }
  }

  /// The authority cannot be told now.
  void releaseAll() {
    waiting.forEach(it -> answers.answer(it.submission, it.index, it.answer));
    waiting.clear();
  }

  /// Nobody knows whether they count.
  void giveUp(Trouble trouble) {
    for (Telling it : waiting) {
      var unknown = new Answer.Unavailable(it.answer.guid(), trouble);
      answers.answer(it.submission, it.index, unknown);
    }
    waiting.clear();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }
}
