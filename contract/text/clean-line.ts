/** Format characters and those that a browser draws as nothing (zero-width, direction marks…). */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** As above, but for what joins and varies emoji and letters. */
const invisibleInText =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Spaces, separators of lines and paragraphs, and the empty Braille cell. */
const blank = /[\p{Z}\u2800]/gu;

/** A name or a fact as the database keeps it (private.clean_line): composed, nothing invisible. */
export function cleanLine(text: string): string {
  return text.replaceAll(invisible, "").normalize("NFC").replaceAll(blank, " ").trim();
}

/** Free text as the database keeps it (private.clean_text). */
export function cleanText(text: string): string {
  return text.replaceAll(invisibleInText, "").normalize("NFC").trim();
}
