import { UserFacingError } from "#web/ui/states/user-facing-error.ts";
import { transferMessages as messages } from "../messages.ts";
import type { ZipDirectory } from "./zip-directory.ts";

const { kinds } = messages;

/** Signatures of files that hold no sheet, each with advice. */
const signatures: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/^%PDF/, kinds.pdf],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|II\*|MM.\*|RIFF.{4}WEBP|.{4}ftyp)/s, kinds.photo],
  [/^(?:Rar!|7z\xbc\xaf|.\x8b|BZh\d|\xfd7zXZ)/s, kinds.compressed],
  [/^\{\\rtf/, kinds.word],
  // SYLK and DIF, old Excel formats.
  [/^(?:ID;P|TABLE\r?\n0,1\b)/, messages.oldExcel],
  [/^(?:SQLite format 3|.{4}Standard (?:Jet|ACE) DB)/s, kinds.database],
];

/** File names inside a ZIP that identify the program that wrote it. */
const contents: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/^xl\/workbook\.bin$/, kinds.binaryExcel],
  [/^word\//, kinds.word],
  [/^ppt\//, kinds.word],
  [/\.iwa$|^Index\.zip$/, kinds.numbers],
  [/^content\.xml$/, kinds.openDocument],
];

/** Throws a UserFacingError with advice if a file is neither a workbook nor text. */
export function rejectOtherKinds(bytes: Uint8Array): void {
  const head = String.fromCharCode(...bytes.subarray(0, 100));
  const sentence = signatures.find(([pattern]) => pattern.test(head))?.[1];
  if (sentence) throw new UserFacingError(sentence);
  if (!head.startsWith("\xd0\xcf\x11\xe0")) return;
  // A Microsoft compound file, whose directory names its streams in UTF-16.
  const text = new TextDecoder("windows-1252").decode(bytes).replaceAll("\0", "");
  if (text.includes("EncryptedPackage")) throw new UserFacingError(kinds.password);
  throw new UserFacingError(text.includes("WordDocument") ? kinds.word : messages.oldExcel);
}

/** As above, for a ZIP that is not an XLSX. */
export function rejectOtherZips({ names, isEncrypted }: ZipDirectory): void {
  if (isEncrypted) throw new UserFacingError(kinds.password);
  if (names.some((name) => /^\/?xl\/workbook\.xml$/i.test(name))) return;
  const known = contents.find(([pattern]) => names.some((name) => pattern.test(name)));
  const sentence = names.some((name) => /\.(?:jpe?g|png|heic|webp)$/i.test(name))
    ? kinds.photoZip
    : kinds.compressed;
  throw new UserFacingError(known?.[1] ?? sentence);
}

/** As above, for a text without rows. */
export function rejectOtherTexts(text: string): void {
  const head = text.slice(0, 2000).trimStart();
  // A bare link, pasted or in the files that Windows, macOS and Google Drive save.
  if (
    /^(?:https?:\/\/\S+\s*$|\[InternetShortcut\]|\{.*"doc_id":|<\?xml.*<plist.*<key>URL<)/s.test(
      head,
    )
  ) {
    throw new UserFacingError(kinds.link);
  }
  if (/^(?:<\?xml|<[a-z][\w:-]*[\s>]|MIME-Version:)/i.test(head)) {
    throw new UserFacingError(
      /<(?:\w+:)?workbook\b|^MIME/i.test(head) ? messages.oldExcel : kinds.xml,
    );
  }
  if (/^(?:\{\s*["}]|\[\s*[[{"\]])/.test(head)) throw new UserFacingError(kinds.json);
}
