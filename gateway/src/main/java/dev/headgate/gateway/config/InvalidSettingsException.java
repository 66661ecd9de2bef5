package dev.headgate.gateway.config;

import java.util.List;
import java.util.stream.Collectors;

/** Settings that cannot be used; names every wrong field at once. */
public final class InvalidSettingsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<FieldError> errors;

  public InvalidSettingsException(List<FieldError> errors) {
    super(
        errors.stream().map(FieldError::toString).collect(Collectors.joining("; ")),
        null,
        false,
        false);
    this.errors = List.copyOf(errors);
  }

  /** Every wrong field; at least one. */
  public List<FieldError> errors() {
    return errors;
  }
}
