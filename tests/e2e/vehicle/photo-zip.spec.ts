import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  BlobReader,
  BlobWriter,
  TextWriter,
  ZipReader,
  ZipWriter,
} from "@zip.js/zip.js/lib/zip-core-native.js";
import { createDealership, createSalesperson } from "#tests/support/people.ts";
import { drawPhoto } from "../draw-photos.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, openAs, test } from "../fixtures.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";

const path = "/inventory/transfer";
const vins = { accord: "1HGCM82633A004352", kona: "KM8K2CAB4PU001140" };
const lists = (page: Page) => page.getByRole("tablist", { name: "Qué pasaría con las fotos" });
const choose = (page: Page, buffer: Buffer) =>
  page.getByLabel("ZIP con fotos").setInputFiles({ name: "fotos.zip", mimeType: "", buffer });

async function zip(files: Record<string, Buffer>): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, content] of Object.entries(files)) {
    await writer.add(name, new BlobReader(new Blob([new Uint8Array(content)])));
  }
  return Buffer.from(await (await writer.close()).arrayBuffer());
}

/** Downloads a ZIP with a button; returns it with its entries and their sorted paths. */
async function saved(page: Page, button: string) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  const buffer = await readFile(await file.path());
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(buffer)])), {
    useWebWorkers: false,
  });
  const entries = await reader.getEntries();
  return { buffer, entries, names: entries.map(({ filename }) => filename).sort() };
}

test.describe("importing and exporting photos by ZIP", () => {
  test("a dealer imports photos, exports them with all data, and undoes the import", async ({
    page,
    site,
  }) => {
    const dealer = await createDealership(site);
    const old = await storePhoto(dealer, "vieja.jpg", "#123456");
    const kona = await makeVehicle(dealer, { vin: vins.kona, images: [old] });
    const accord = await makeVehicle(dealer, { vin: vins.accord, brand: "=1+1", model: "Accord" });
    const salesperson = await createSalesperson(site, dealer.id);
    const photos = ["A-0001/01.jpg", "A-0001/02.jpg", "A-0001/03.jpg", "A-0002/01.jpg"];
    const [one, two, three] = await Promise.all(
      ["#a3202c", "#1f5fa8", "#2f7d4f"].map((colour) => drawPhoto("x.jpg", colour)),
    );
    const archive = await zip({
      [`autos/${kona.stock_number} Kona/2.jpg`]: two?.buffer ?? Buffer.alloc(0),
      [`autos/${vins.kona}/1.jpg`]: one?.buffer ?? Buffer.alloc(0),
      [`${vins.accord.toLowerCase()}-frente.jpeg`]: three?.buffer ?? Buffer.alloc(0),
      [`${vins.accord}_precios.jpg`]: Buffer.from("Lista de precios"),
      "1HGCM82633A004353/1.jpg": one?.buffer ?? Buffer.alloc(0),
    });
    const imagesOf = async (id: string) => {
      const [row] = await site.sql<{ images: string[] }[]>`
        select images from public.vehicles where id = ${id}`;
      return row?.images ?? [];
    };
    await openAs(page, dealer, path);
    await choose(page, archive);
    await expect(lists(page)).toHaveText("Se añaden 3Ya están 0Rechazadas 2");
    await expect(page.getByRole("tabpanel")).toContainText("Tiene 1 foto. Se añaden 2.");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("tab", { name: "Rechazadas" }).click();
    await expect(page.getByRole("tabpanel")).toContainText("No es una imagen PNG");
    await page.getByRole("button", { name: "Añadir 3 fotos" }).click();
    await expect(page.getByText("3 fotos en 2 vehículos.")).toBeVisible();
    await expectAccessible(page);
    const [first, ...added] = await imagesOf(kona.id);
    expect(first).toBe(old);
    expect(added.map((url) => url.replace(/.*-/, ""))).toEqual(["1.jpg", "2.jpg"]);
    expect(await imagesOf(accord.id)).toHaveLength(1);

    await test.step("importing an exported ZIP adds nothing", async () => {
      const { buffer, names } = await saved(page, "Exportar fotos (ZIP)");
      expect(names).toEqual(photos);
      await choose(page, buffer);
      await expect(lists(page)).toHaveText("Se añaden 0Ya están 4Rechazadas 0");
      await expect(page.getByRole("button", { name: "Añadir 0 fotos" })).toBeDisabled();
      await page.getByRole("button", { name: "Descartar" }).click();
    });

    await test.step("the archive of everything contains each file", async () => {
      const all = await saved(page, "Llévate todo");
      expect(all.names).toEqual([
        "LEEME.txt",
        "ajustes.json",
        "costos.csv",
        "equipo.csv",
        ...photos.map((name) => `fotos/${name}`),
        "precios.csv",
        "prospectos.csv",
        "toques.csv",
        "vehiculos.csv",
        "vehiculos.xlsx",
        "ventas-y-apartados.csv",
      ]);
      const textOf = async (name: string) => {
        const entry = all.entries.find(({ filename }) => filename === name);
        return entry && !entry.directory ? entry.getData(new TextWriter()) : "";
      };
      expect(await textOf("vehiculos.csv")).toContain("'=1+1");
      expect(await textOf("equipo.csv")).toContain(salesperson.email);
    });

    await page.getByRole("button", { name: "Quitar las fotos" }).click();
    await expect(page.getByText("Se quitaron 3 fotos.")).toBeVisible();
    expect(await imagesOf(kona.id)).toEqual([old]);
    expect(await imagesOf(accord.id)).toEqual([]);
  });
});
