package dev.headgate.quickstart;

/**
 * A turn of the dial, in milliseconds of the clock that Redis reads, too.
 *
 * @param perMinute what it was turned to
 * @param sentMillis it does not hold before
 * @param answeredMillis it holds from then on at the latest
 */
record DialChange(int perMinute, long sentMillis, long answeredMillis) {}
