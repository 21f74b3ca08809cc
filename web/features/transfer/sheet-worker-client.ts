import { escapeCell } from "#web/ui/controls/csv.ts";
import { UserFacingError } from "#web/ui/states/user-facing-error.ts";
import { readHtmlTables } from "./html-tables.ts";
import { MAX_BYTES, transferMessages } from "./messages.ts";
import type { ReadSheet } from "./read-rows.ts";
import type { SheetRequest, SheetResponse } from "./sheet-worker.ts";

/** The largest allowed file takes a few seconds on an old phone. */
const WORKER_TIMEOUT_MS = 30_000;

/** Reads the sheets of a file or of pasted text. Throws UserFacingError. */
export async function readSource(source: File | string): Promise<ReadSheet[]> {
  if (typeof source !== "string" && source.size > MAX_BYTES) {
    throw new UserFacingError(transferMessages.tooLarge);
  }
  const tables = typeof source === "string" ? null : await readHtmlTables(source);
  const report = await runInWorker({ read: tables ?? source });
  return "sheets" in report ? report.sheets : [];
}

/** Writes rows, headings first, as an Excel workbook; texts are never formulas. */
export async function writeWorkbook(
  rows: (string | number | null)[][],
  name: string,
): Promise<Blob> {
  const write = rows.map((row) =>
    row.map((cell) => (typeof cell === "string" ? escapeCell(cell) : cell)),
  );
  const report = await runInWorker({ write, name });
  return "file" in report ? report.file : new Blob();
}

/** Runs an order in a worker, terminated when it takes too long. */
function runInWorker(order: SheetRequest): Promise<SheetResponse> {
  const worker = new Worker(new URL("./sheet-worker.ts", import.meta.url), { type: "module" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finished = new Promise<SheetResponse>((resolve, reject) => {
    const refuse = (sentence: string) => reject(new UserFacingError(sentence));
    timer = setTimeout(() => refuse(transferMessages.tooLong), WORKER_TIMEOUT_MS);
    worker.addEventListener("error", () => refuse(transferMessages.unreadable));
    worker.addEventListener("message", ({ data }: MessageEvent<SheetResponse>) => {
      if ("refused" in data) refuse(data.refused);
      else resolve(data);
    });
  });
  worker.postMessage(order);
  return finished.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}
