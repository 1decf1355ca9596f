package dev.plaza.notify.provider.push;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;

/// Keys as push services write them.
final class Keys {

  /// An uncompressed point on P-256: 0x04, x, y.
  static final int POINT_LENGTH = 65;

  private static final int COORDINATE_LENGTH = 32;
  private static final byte UNCOMPRESSED = 4;

  static final ECParameterSpec P256 = p256();

  private Keys() {}

  private static ECParameterSpec p256() {
    try {
      var parameters = AlgorithmParameters.getInstance("EC");
      parameters.init(new ECGenParameterSpec("secp256r1"));
      return parameters.getParameterSpec(ECParameterSpec.class);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("P-256 is missing", e);
    }
  }

  static RSAPrivateKey rsa(String pem) throws GeneralSecurityException {
    return (RSAPrivateKey) KeyFactory.getInstance("RSA").generatePrivate(pkcs8(pem));
  }

  static ECPrivateKey ec(String pem) throws GeneralSecurityException {
    return (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(pkcs8(pem));
  }

  private static PKCS8EncodedKeySpec pkcs8(String pem) {
    var base64 = pem.replaceAll("-----[A-Z ]+-----|\\s", "");
    return new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64));
  }

  static ECPrivateKey privateKey(byte[] scalar) throws GeneralSecurityException {
    var spec = new ECPrivateKeySpec(new BigInteger(1, scalar), P256);
    return (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(spec);
  }

  /// @throws GeneralSecurityException it is no point on the curve
  static ECPublicKey publicKey(byte[] point) throws GeneralSecurityException {
    if (point.length != POINT_LENGTH || point[0] != UNCOMPRESSED) {
      throw new GeneralSecurityException("not an uncompressed point on P-256");
    }
    var x = new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + COORDINATE_LENGTH));
    var y = new BigInteger(1, Arrays.copyOfRange(point, 1 + COORDINATE_LENGTH, POINT_LENGTH));
    if (!isOnCurve(x, y)) {
      throw new GeneralSecurityException("the point is not on the curve");
    }
    var spec = new ECPublicKeySpec(new ECPoint(x, y), P256);
    return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(spec);
  }

  /// y² = x³ + ax + b (mod p)
  private static boolean isOnCurve(BigInteger x, BigInteger y) {
    var curve = P256.getCurve();
    var p = ((ECFieldFp) curve.getField()).getP();
    var right = x.pow(3).add(curve.getA().multiply(x)).add(curve.getB()).mod(p);
    return x.compareTo(p) < 0 && y.compareTo(p) < 0 && y.pow(2).mod(p).equals(right);
  }

  static byte[] point(ECPublicKey key) {
    var point = new byte[POINT_LENGTH];
    point[0] = UNCOMPRESSED;
    coordinate(key.getW().getAffineX(), point, 1);
    coordinate(key.getW().getAffineY(), point, 1 + COORDINATE_LENGTH);
    return point;
  }

  private static void coordinate(BigInteger value, byte[] into, int at) {
    var bytes = value.toByteArray();
    var from = Math.max(0, bytes.length - COORDINATE_LENGTH);
    var length = bytes.length - from;
    System.arraycopy(bytes, from, into, at + COORDINATE_LENGTH - length, length);
  }
}
