/** Default color of the shared page. */
const RED = "#DC2626";

/** Color names allowed in a config, with tones that suit buttons and prices. */
const NAMED = new Map([
  ["red", RED],
  ["orange", "#EA580C"],
  ["amber", "#D97706"],
  ["yellow", "#CA8A04"],
  ["green", "#16A34A"],
  ["emerald", "#059669"],
  ["teal", "#0D9488"],
  ["cyan", "#0891B2"],
  ["blue", "#2563EB"],
  ["indigo", "#4F46E5"],
  ["violet", "#7C3AED"],
  ["purple", "#9333EA"],
  ["pink", "#DB2777"],
  ["gray", "#4B5563"],
  ["black", "#171717"],
]);

/**
 * Converts config.page_style.theme_color (a name or #RRGGBB) to #RRGGBB; red if missing or invalid.
 */
export function themeAccent(theme: string | undefined): string {
  const colour = theme?.toLowerCase() ?? "";
  if (/^#[0-9a-f]{6}$/.test(colour)) return colour;
  return NAMED.get(colour) ?? RED;
}
