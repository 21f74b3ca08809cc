import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { describe, expect, it } from "vitest";
import { transferMessages as messages } from "../messages.ts";
import { readSheets } from "../read-rows.ts";

const { kinds } = messages;
const ole = (name: string) =>
  Uint8Array.from([
    0xd0,
    0xcf,
    0x11,
    0xe0,
    ...[..."Root Entry", ...name].flatMap((letter) => [letter.charCodeAt(0), 0]),
  ]);
const bytes = (...values: number[]) => Uint8Array.from(values);

async function zipOf(...names: string[]): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const name of names) await writer.add(name, new TextReader("x"));
  return writer.close();
}

describe("a dealer's file of another kind", () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ["PDF", "%PDF-1.4\n1 0 obj", kinds.pdf],
    ["JPEG", bytes(0xff, 0xd8, 0xff, 0xe0, 0, 0), kinds.photo],
    ["PNG", bytes(0x89, 0x50, 0x4e, 0x47, 13, 10), kinds.photo],
    ["HEIC", "\0\0\0\x18ftypheic", kinds.photo],
    ["RAR", "Rar!\x1a\x07", kinds.compressed],
    ["gzip", bytes(0x1f, 0x8b, 8, 0), kinds.compressed],
    ["RTF", "{\\rtf1\\ansi Marca", kinds.word],
    ["workbook with a password", ole("EncryptedPackage"), kinds.password],
    ["old Word document", ole("WordDocument"), kinds.word],
    ["old workbook", ole("Workbook"), messages.oldExcel],
    ["feed in XML", '<?xml version="1.0"?><vehicles><vehicle/></vehicles>', kinds.xml],
    ["XML without a first line", "<inventory><vehicle/></inventory>", kinds.xml],
    ["SpreadsheetML", '<Workbook xmlns="x"><Worksheet/></Workbook>', messages.oldExcel],
    ["SYLK", 'ID;PWXL;N;E\nC;Y1;X1;K"Make"', messages.oldExcel],
    ["DIF", 'TABLE\r\n0,1\r\n"EXCEL"', messages.oldExcel],
    ["JSON", '[{"vin": "1"}]', kinds.json],
    ["Google Sheet in Drive", '{"":"WARNING!","doc_id":"1abc"}', kinds.link],
    ["link of Windows", "[InternetShortcut]\nURL=https://docs.google.com/", kinds.link],
    [
      "link of macOS",
      '<?xml version="1.0"?>\n<plist><dict>\n<key>URL</key>\n</dict></plist>',
      kinds.link,
    ],
  ])("(%s) is refused with advice", async (_, content, sentence) => {
    await expect(readSheets(new Blob([content]))).rejects.toThrow(sentence);
  });

  it("(a pasted link) is refused with advice", async () => {
    const link = "https://docs.google.com/spreadsheets/d/1abc/edit?usp=sharing\n";
    await expect(readSheets(link)).rejects.toThrow(kinds.link);
  });

  it.each([
    ["a Word document", ["word/document.xml"], kinds.word],
    ["a Numbers document", ["Index/Document.iwa"], kinds.numbers],
    ["an .ods", ["mimetype", "content.xml"], kinds.openDocument],
    ["an .xlsb", ["xl/workbook.bin"], kinds.binaryExcel],
    ["a ZIP of photos", ["A1/1.JPG"], kinds.photoZip],
    ["a ZIP with a sheet", ["lote.csv"], kinds.compressed],
  ])("(%s) is recognized by the contents of the ZIP", async (_, names, sentence) => {
    await expect(readSheets(await zipOf(...names))).rejects.toThrow(sentence);
  });
});
