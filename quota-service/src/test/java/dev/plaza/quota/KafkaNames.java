package dev.plaza.quota;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// Kafka names its own address in its answers, and clients go there, past any cable. So the port
/// behind its host's name is replaced by the cable's; that changes the length of nothing.
record KafkaNames(String host, int port, int cable) implements Cable.Wire {

  @Override
  public void carry(InputStream from, OutputStream to) throws IOException {
    var answers = new DataInputStream(from);
    var out = new DataOutputStream(to);
    byte[] name = address(port);
    byte[] other = address(cable);
    while (true) {
      byte[] answer = new byte[answers.readInt()];
      answers.readFully(answer);
      replace(answer, name, other);
      out.write(ByteBuffer.allocate(4).putInt(answer.length).array());
      out.write(answer);
      out.flush();
    }
  }

  private byte[] address(int at) {
    byte[] text = host.getBytes(UTF_8);
    return ByteBuffer.allocate(text.length + 4).put(text).putInt(at).array();
  }

  private static void replace(byte[] in, byte[] what, byte[] by) {
    for (int at = 0; at <= in.length - what.length; at++) {
      if (java.util.Arrays.equals(in, at, at + what.length, what, 0, what.length)) {
        System.arraycopy(by, 0, in, at, by.length);
      }
    }
  }
}
