package dev.headgate.gateway.queue;

import java.time.Instant;

/**
 * What the operator tells everyone waiting.
 *
 * @param text what to say
 * @param lang the BCP 47 language tag of the text
 * @param at since when it has been said
 */
public record Message(String text, String lang, Instant at) {}
