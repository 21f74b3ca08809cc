/** URL.parse, which the oldest supported browsers lack (docs/browsers.md). */
export function readUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
