package dev.plaza.quota.redemption;

import dev.plaza.platform.problem.ProblemCode;
import dev.plaza.quota.shard.Refusal;
import java.util.Locale;

/// Why a redemption was refused.
enum RedemptionProblem implements ProblemCode {
  EXHAUSTED(422, "Nothing is left of the offer"),
  BUDGET(422, "The offer's budget is spent"),
  USER_LIMIT(422, "This person has used the offer as often as one may"),
  NOT_STARTED(422, "The offer has not begun"),
  ENDED(422, "The offer is over"),
  GUID_REUSED(422, "The guid stands for another redemption"),
  AMOUNT_DIFFERS(422, "The amount is above what was reserved, or not what was confirmed"),
  CANCELLED(409, "The redemption was taken back"),
  EXPIRED(409, "The hold ran out, and nothing is left to hold again"),
  STALE_EPOCH(409, "The shard has a new owner; send the same request again"),
  UNKNOWN_OFFER(404, "There is no such offer"),
  UNKNOWN_GUID(404, "There is no such redemption");

  private final int status;
  private final String title;

  RedemptionProblem(int status, String title) {
    this.status = status;
    this.title = title;
  }

  static RedemptionProblem of(Refusal refusal) {
    return switch (refusal) {
      case EXHAUSTED -> EXHAUSTED;
      case BUDGET -> BUDGET;
      case USER_LIMIT -> USER_LIMIT;
      case NOT_STARTED -> NOT_STARTED;
      case ENDED -> ENDED;
      case GUID_REUSED -> GUID_REUSED;
      case AMOUNT_DIFFERS -> AMOUNT_DIFFERS;
      case CANCELLED -> CANCELLED;
      case EXPIRED -> EXPIRED;
      case UNKNOWN_OFFER -> UNKNOWN_OFFER;
      case UNKNOWN_GUID -> UNKNOWN_GUID;
    };
  }

  @Override
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public String title() {
    return title;
  }
}
