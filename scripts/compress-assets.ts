/**
 * Writes a .br and a .gz beside every built file that text compression helps, so that no request pays for it. Zopfli makes gzip
 * 3% smaller than its highest level does, in a hundred times as long: only the scripts of public pages are worth that.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import zopfli from "@gfx/zopfli";
import { z } from "zod";

const folder = fileURLToPath(new URL("../build/client", import.meta.url));
const compressible = /\.(js|css|svg|json|webmanifest|txt|wasm)$/;
const large = 500_000;

const Part = z.object({ module: z.string(), imports: z.array(z.string()).default([]) });
const RoutePart = Part.extend({
  id: z.string(),
  parentId: z.string().optional(),
  path: z.string().optional(),
  index: z.boolean().optional(),
});
const Manifest = z.object({ entry: Part, routes: z.record(z.string(), RoutePart) });

const publicScripts = readPublicScripts();

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !compressible.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const bytes = readFileSync(path);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: bytes.length > large ? 6 : 10 };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: quality }));
  const gzip = publicScripts.has(entry.name) ? tightGzip : fastGzip;
  writeFileSync(`${path}.gz`, await gzip(bytes));
}

function fastGzip(bytes: Buffer): Uint8Array {
  return gzipSync(bytes, { level: 9 });
}

function tightGzip(bytes: Buffer): Promise<Uint8Array> {
  return zopfli.gzipAsync(bytes, { numiterations: 5 });
}

/** The names of the files that pages outside the layouts load: React Router's manifest tells them. */
function readPublicScripts(): Set<string> {
  const assets = join(folder, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error("The build has no manifest.");
  const manifest = readFileSync(join(assets, name), "utf8").replace(/^[^{]*|;\s*$/g, "");
  const { entry, routes } = Manifest.parse(JSON.parse(manifest));
  const shown = Object.values(routes).filter(
    ({ id, parentId, path, index }) =>
      id === "root" || (parentId === "root" && (index || path !== undefined)),
  );
  return new Set(
    [entry, ...shown].flatMap(({ module, imports }) => [module, ...imports].map(fileName)),
  );
}

function fileName(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
