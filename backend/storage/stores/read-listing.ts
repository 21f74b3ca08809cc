import type { StoredEntry } from "./storage-backend.ts";

/**
 * Reads the answer to ListObjects: the files with their times, and whether there are more. It is
 * machine-made XML without attributes where we look, and keys of ours have no character that XML
 * writes otherwise.
 */
export function readListing(xml: string): { entries: StoredEntry[]; isLast: boolean } {
  if (!/<ListBucketResult[\s>]/.test(xml)) throw new Error("The S3 store's listing is not one");
  const entries = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, content = ""]) => ({
    name: textOf(content, "Key"),
    modifiedAt: new Date(textOf(content, "LastModified")),
  }));
  return { entries, isLast: textOf(xml, "IsTruncated") !== "true" };
}

function textOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
}
