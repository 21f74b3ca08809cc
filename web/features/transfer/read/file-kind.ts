import { SentenceError } from "#web/ui/states/sentence-error.ts";
import { transferMessages as messages } from "../messages.ts";
import type { ZipDirectory } from "./zip-directory.ts";

const { kinds } = messages;

/** The first bytes of files that hold no sheet, and what to do with one. */
const beginnings: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/^%PDF/, kinds.pdf],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|II\*|MM.\*|RIFF.{4}WEBP|.{4}ftyp)/s, kinds.photo],
  [/^(?:Rar!|7z\xbc\xaf|.\x8b|BZh\d|\xfd7zXZ)/s, kinds.compressed],
  [/^\{\\rtf/, kinds.word],
  // What Excel once saved as SYLK or DIF.
  [/^(?:ID;P|TABLE\r?\n0,1\b)/, messages.oldExcel],
  [/^(?:SQLite format 3|.{4}Standard (?:Jet|ACE) DB)/s, kinds.database],
];

/** Names inside a ZIP, by the program that wrote it. */
const contents: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/^xl\/workbook\.bin$/, kinds.binaryExcel],
  [/^word\//, kinds.word],
  [/^ppt\//, kinds.word],
  [/\.iwa$|^Index\.zip$/, kinds.numbers],
  [/^content\.xml$/, kinds.openDocument],
];

/** Throws a SentenceError that says what to do with a file that is not a workbook or a text. */
export function refuseOtherKinds(bytes: Uint8Array): void {
  const head = String.fromCharCode(...bytes.subarray(0, 100));
  const sentence = beginnings.find(([pattern]) => pattern.test(head))?.[1];
  if (sentence) throw new SentenceError(sentence);
  if (!head.startsWith("\xd0\xcf\x11\xe0")) return;
  // A container of Microsoft's, whose directory names its parts in UTF-16.
  const text = new TextDecoder("windows-1252").decode(bytes).replaceAll("\0", "");
  if (text.includes("EncryptedPackage")) throw new SentenceError(kinds.password);
  throw new SentenceError(text.includes("WordDocument") ? kinds.word : messages.oldExcel);
}

/** The same for a ZIP that is not an XLSX. */
export function refuseOtherZips({ names, isEncrypted }: ZipDirectory): void {
  if (isEncrypted) throw new SentenceError(kinds.password);
  if (names.some((name) => /^\/?xl\/workbook\.xml$/i.test(name))) return;
  const known = contents.find(([pattern]) => names.some((name) => pattern.test(name)));
  const sentence = names.some((name) => /\.(?:jpe?g|png|heic|webp)$/i.test(name))
    ? kinds.photoZip
    : kinds.compressed;
  throw new SentenceError(known?.[1] ?? sentence);
}

/** The same for a text that holds no rows. */
export function refuseOtherTexts(text: string): void {
  const head = text.slice(0, 2000).trimStart();
  // A link alone, pasted or as Windows, macOS and Google Drive save one.
  if (
    /^(?:https?:\/\/\S+\s*$|\[InternetShortcut\]|\{.*"doc_id":|<\?xml.*<plist.*<key>URL<)/s.test(
      head,
    )
  ) {
    throw new SentenceError(kinds.link);
  }
  if (/^(?:<\?xml|<[a-z][\w:-]*[\s>]|MIME-Version:)/i.test(head)) {
    throw new SentenceError(
      /<(?:\w+:)?workbook\b|^MIME/i.test(head) ? messages.oldExcel : kinds.xml,
    );
  }
  if (/^(?:\{\s*["}]|\[\s*[[{"\]])/.test(head)) throw new SentenceError(kinds.json);
}
