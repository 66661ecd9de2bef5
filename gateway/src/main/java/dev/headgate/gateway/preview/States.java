package dev.headgate.gateway.preview;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All states, in the order of a fan's way, under the headings of the index. */
final class States {
  private final Map<String, List<State>> groups = new LinkedHashMap<>();
  private final Map<String, State> named;

  States() {
    groups.put("Before the sale", BeforeTheSale.states());
    groups.put("In line", InLine.states());
    groups.put("When it stands still", Standstill.states());
    groups.put("The turn", Turn.states());
    groups.put("After it", Afterwards.states());
    groups.put("Not let in", Refused.states());
    groups.put("Another device", OtherDevice.states());
    groups.put("Checking the draw", CheckedDraw.states());
    named =
        groups.values().stream()
            .flatMap(List::stream)
            .collect(Collectors.toMap(State::name, state -> state));
  }

  Map<String, List<State>> groups() {
    return groups;
  }

  Map<String, State> named() {
    return named;
  }
}
