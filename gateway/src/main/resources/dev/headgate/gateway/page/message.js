/**
 * Says messages that come as trees: a text, or a list of texts and arguments (a name, its kind and
 * what that needs). Plurals go by the language, the look of numbers and times by the locale.
 */
export function speaker(language, locale, messages) {
  const rules = new Intl.PluralRules(language);
  const digits = new Intl.NumberFormat(locale);
  const formats = new Map();

  function moment(value, kind, style) {
    const name = kind + style;
    if (!formats.has(name)) {
      formats.set(name, new Intl.DateTimeFormat(locale, { [`${kind}Style`]: style }));
    }
    return formats.get(name).format(value);
  }

  const chosen = (cases, ...names) => cases[names.find((name) => Object.hasOwn(cases, name)) ?? "other"];

  const whole = (message, values) => (typeof message === "string" ? message
    : message.map((part) => (typeof part === "string" ? part : argument(part, values))).join(""));

  function argument([name, kind, how], values) {
    const value = values[name];
    if (kind === "plural") return whole(chosen(how, `=${value}`, rules.select(value)), values);
    if (kind === "select") return whole(chosen(how, value), values);
    if (kind === "date" || kind === "time") return moment(value, kind, how);
    return typeof value === "number" ? digits.format(value) : String(value);
  }

  return (key, values = {}) => (Object.hasOwn(messages, key) ? whole(messages[key], values) : key);
}
