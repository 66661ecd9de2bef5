package dev.headgate.gateway.access;

import dev.headgate.gateway.config.Role;

/**
 * Who operates.
 *
 * @param name who it is, for the audit trail
 * @param role what they may do
 */
public record Operator(String name, Role role) {}
