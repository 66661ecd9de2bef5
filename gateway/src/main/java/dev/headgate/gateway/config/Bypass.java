package dev.headgate.gateway.config;

import java.nio.file.Path;

/**
 * Who may go past the queue, by a signed pass.
 *
 * @param name who they are, for counting and for the log
 * @param key the file of the key that their passes are signed with
 */
public record Bypass(String name, Path key) {}
