package dev.plaza.dispatch.offer;

import dev.plaza.platform.problem.ProblemCode;
import java.util.Locale;

enum OfferProblem implements ProblemCode {
  OFFER_TAKEN(409, "Somebody else was first"),
  OFFER_DECLINED(409, "You have declined this offer"),
  OFFER_EXPIRED(410, "The offer is over");

  private final int status;
  private final String title;

  OfferProblem(int status, String title) {
    this.status = status;
    this.title = title;
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
