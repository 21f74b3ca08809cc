/**
 * Format characters, and characters that browsers do not draw (zero-width, direction marks and so
 * on).
 */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** As above, except characters that join or vary emoji and letters. */
const invisibleInText =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Spaces, line and paragraph separators, and the empty Braille cell. */
const blank = /[\p{Z}\u2800]/gu;

/**
 * Cleans one line the way the database does (private.clean_line): NFC, without invisible
 * characters, trimmed.
 */
export function cleanLine(text: string): string {
  return text.replaceAll(invisible, "").normalize("NFC").replaceAll(blank, " ").trim();
}

/** Cleans free text the way the database does (private.clean_text). */
export function cleanText(text: string): string {
  return text.replaceAll(invisibleInText, "").normalize("NFC").trim();
}
