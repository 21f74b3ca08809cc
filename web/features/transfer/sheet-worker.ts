import writeWorkbook from "write-excel-file/universal";
import { userMessageOf } from "#web/ui/states/user-facing-error.ts";
import { transferMessages } from "./messages.ts";
import { type ReadSheet, readSheets, type Table } from "./read-rows.ts";

/** The worker's only message: a source to read, or rows to write as a workbook, headings first. */
export type SheetRequest =
  | { read: Blob | string | Table[] }
  | { write: (string | number | null)[][]; name: string };
/** The worker's reply. */
export type SheetResponse = { sheets: ReadSheet[] } | { file: Blob } | { refused: string };

self.addEventListener("message", async ({ data }: MessageEvent<SheetRequest>) => {
  const respond = (report: SheetResponse) => self.postMessage(report);
  try {
    if ("read" in data) return respond({ sheets: await readSheets(data.read) });
    const [headings = [], ...rows] = data.write;
    const bold = headings.map((value) => ({ value: String(value), fontWeight: "bold" as const }));
    const options = { sheet: data.name, stickyRowsCount: 1 };
    respond({ file: await writeWorkbook([bold, ...rows], options).toBlob() });
  } catch (error) {
    respond({ refused: userMessageOf(error, transferMessages.unreadable) });
  }
});
