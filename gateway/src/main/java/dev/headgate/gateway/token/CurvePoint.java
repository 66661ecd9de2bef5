package dev.headgate.gateway.token;

import java.math.BigInteger;
import java.security.spec.ECFieldFp;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;

/**
 * The public point of a private number on a curve over a prime field, which the platform does not
 * compute for a key that was read. Slow, and its time depends on the number: for the import of a
 * key on the machine that holds it, not for signing.
 */
final class CurvePoint {
  private static final BigInteger TWO = BigInteger.TWO;
  private static final BigInteger THREE = BigInteger.valueOf(3);

  private CurvePoint() {}

  static ECPoint of(BigInteger number, ECParameterSpec curve) {
    ECPoint sum = ECPoint.POINT_INFINITY;
    for (int bit = number.bitLength() - 1; bit >= 0; bit--) {
      sum = add(sum, sum, curve);
      if (number.testBit(bit)) {
        sum = add(sum, curve.getGenerator(), curve);
      }
    }
    return sum;
  }

  private static ECPoint add(ECPoint a, ECPoint b, ECParameterSpec curve) {
    if (a.equals(ECPoint.POINT_INFINITY)) {
      return b;
    } else if (b.equals(ECPoint.POINT_INFINITY)) {
      return a;
    }
    BigInteger prime = ((ECFieldFp) curve.getCurve().getField()).getP();
    BigInteger ax = a.getAffineX();
    BigInteger ay = a.getAffineY();
    boolean same = a.equals(b);
    if (!same && ax.equals(b.getAffineX())) {
      return ECPoint.POINT_INFINITY;
    }
    BigInteger rise =
        same ? ax.pow(2).multiply(THREE).add(curve.getCurve().getA()) : b.getAffineY().subtract(ay);
    BigInteger run = same ? ay.multiply(TWO) : b.getAffineX().subtract(ax);
    BigInteger slope = rise.multiply(run.modInverse(prime)).mod(prime);
    BigInteger x = slope.pow(2).subtract(ax).subtract(b.getAffineX()).mod(prime);
    return new ECPoint(x, slope.multiply(ax.subtract(x)).subtract(ay).mod(prime));
  }
}
