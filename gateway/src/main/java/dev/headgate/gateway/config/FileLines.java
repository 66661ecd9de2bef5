package dev.headgate.gateway.config;

import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where the keys of a configuration file stand, for mistakes that show only when it is used. Two of
 * them are equal: where something stands says nothing about what it is.
 */
public final class FileLines {
  private static final FileLines NONE =
      new FileLines("the configuration", Path.of("").toAbsolutePath(), field -> 1);

  private final String file;
  private final Path folder;
  private final ToIntFunction<String> lines;

  FileLines(String file, Path folder, ToIntFunction<String> lines) {
    this.file = file;
    this.folder = folder;
    this.lines = lines;
  }

  static FileLines none() {
    return NONE;
  }

  /** The folder that the file is in. */
  public Path folder() {
    return folder;
  }

  /**
   * Ends a start for what is wrong, each with its line.
   *
   * @throws InvalidConfigException where there is anything in the list
   */
  public void refuse(List<FieldError> errors) {
    if (!errors.isEmpty()) {
      throw new InvalidConfigException(
          file,
          errors.stream()
              .map(error -> "line " + lines.applyAsInt(error.field()) + ": " + error)
              .toList());
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FileLines;
  }

  @Override
  public int hashCode() {
    return 1;
  }
}
