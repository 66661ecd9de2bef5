package dev.headgate.gateway.config;

/** How a process asks its system for the bytes of connections. */
public enum Transport {
  /** The fastest one that this system is known to do well. */
  AUTO,
  /** Linux's completion queues. */
  IO_URING,
  /** Linux's readiness queues. */
  EPOLL,
  /** Java's own, on every system. */
  NIO
}
