package dev.headgate.gateway.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SigningGateTest {
  private static final long MILLI = 1_000_000;

  /** A gate whose signers have been measured for long. */
  private static SigningGate measured(int signers, long nanos) {
    SigningGate gate = new SigningGate(signers);
    for (int i = 0; i < 1_000; i++) {
      gate.asked();
      gate.made(nanos);
    }
    return gate;
  }

  private static int reservedUntilFull(SigningGate gate) {
    int reserved = 0;
    while (gate.reserve()) {
      reserved++;
    }
    return reserved;
  }

  @Test
  void asManyAreLetInAsAreSignedInASecond() {
    assertEquals(100, reservedUntilFull(measured(1, 10 * MILLI)));
    assertEquals(400, reservedUntilFull(measured(4, 10 * MILLI)));
  }

  @Test
  void aSignerThatHasBecomeSlowerLetsFewerInAndAFasterOneMore() {
    SigningGate gate = measured(2, MILLI);
    assertEquals(2_000, gate.most(), 5);
    for (int i = 0; i < 200; i++) {
      gate.asked();
      gate.made(20 * MILLI);
    }
    assertEquals(100, gate.most(), 5);
    for (int i = 0; i < 500; i++) {
      gate.asked();
      gate.made(MILLI);
    }
    assertEquals(2_000, gate.most(), 5);
  }

  @Test
  void oneSlowSignatureDoesNotShutTheGate() {
    SigningGate gate = measured(2, MILLI);
    gate.asked();
    gate.made(15 * MILLI);
    assertTrue(gate.most() > 1_000, "most: " + gate.most());
  }

  @Test
  void howeverSlowTheSignersAreEachMayHaveSomethingToDo() {
    SigningGate gate = measured(2, 60_000 * MILLI);
    assertEquals(2, reservedUntilFull(gate));
    assertTrue(gate.isFull());
  }

  @Test
  void aReservationIsRoomForAnotherWhenItIsGivenBackAndASignatureWhenItIsMade() {
    SigningGate gate = measured(1, 500 * MILLI);
    assertEquals(2, reservedUntilFull(gate));
    gate.asked();
    gate.giveBack();
    assertFalse(gate.reserve());
    gate.made(500 * MILLI);
    assertTrue(gate.reserve());
    gate.giveBack();
    assertFalse(gate.isFull());
  }

  @Test
  void signaturesThatNobodyReservedCountAsWell() {
    SigningGate gate = measured(1, 500 * MILLI);
    gate.asked();
    gate.asked();
    gate.asked();
    assertTrue(gate.isFull());
    assertFalse(gate.reserve());
    gate.made(500 * MILLI);
    assertFalse(gate.reserve());
    gate.made(500 * MILLI);
    assertTrue(gate.reserve());
  }

  @Test
  void whatACostOfNothingMeansIsBounded() {
    assertEquals(1_000_000_000, measured(1, 0).most(), 999_000_000);
    assertEquals(1_000, measured(1, MILLI).micros(), 1);
  }

  @Test
  void noTwoThreadsAreGivenTheLastRoom() throws InterruptedException {
    SigningGate gate = measured(1, MILLI);
    AtomicInteger reserved = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(new Thread(() -> reserved.addAndGet(reservedUntilFull(gate))));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(gate.most(), reserved.get());
  }

  @Test
  void aGateWithoutSignersIsAMistake() {
    assertThrows(IllegalArgumentException.class, () -> new SigningGate(0).giveBack());
  }
}
