package dev.plaza.quota.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FencesTests {

  @TempDir private Path root;

  @Test
  void aFenceOnlyRises() {
    var fences = new Fences(root);
    assertThat(fences.epoch(3)).isZero();

    fences.set(3, 7);
    fences.set(3, 5);

    assertThat(new Fences(root).epoch(3)).isEqualTo(7);
    assertThat(fences.epoch(4)).isZero();
  }

  @Test
  void aPlaceIsOnesOwnUntilItIsLeftAndKeepsItsId() {
    var first = Identity.take(root);
    var second = Identity.take(root);
    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(second.root()).isEqualTo(first.root());

    first.close();
    var again = Identity.take(root);

    assertThat(again.id()).isEqualTo(first.id());
    again.close();
    second.close();
  }
}
