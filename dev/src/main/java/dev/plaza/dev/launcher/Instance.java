package dev.plaza.dev.launcher;

/// A running copy of a part; most parts have one.
record Instance(Part part, int number) {

  /// Ports of further copies lie this far apart.
  private static final int PORT_STEP = 100;

  Instance {
    if (number < 1 || number > 9) {
      throw new Trouble("An instance is numbered 1 to 9, not " + number + ".");
    }
  }

  String name() {
    return number == 1 ? part.name() : part.name() + "-" + number;
  }

  int wantedPort() {
    return part.port() + (number - 1) * PORT_STEP;
  }
}
