import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createDealership, type Person } from "#tests/support/people.ts";
import { drawPhoto } from "../e2e/draw-photos.ts";
import { openSite, type Site } from "../e2e/site.ts";
import { type Browser, browsers } from "./find-browsers.ts";

for (const { name, packages, start } of browsers) {
  describe.skipIf(!start)(`the main job in ${name} (Debian: ${packages})`, () => {
    let site: Site;
    let browser: Browser;
    let dealer: Person;
    let id: string;
    const folder = mkdtempSync(join(tmpdir(), "vitrina-browsers-"));

    beforeAll(async () => {
      site = openSite();
      if (start) browser = await start();
      dealer = await createDealership(site, {
        config: { profile: { name: "Autos del Valle", whatsapp: "+1 305 555 0100" } },
      });
    });

    afterAll(async () => {
      await browser?.stop();
      await site.close();
      await rm(folder, { recursive: true, force: true });
    });

    test("a dealer signs in", async () => {
      const { page } = browser;
      await page.open(`${site.url}/login`);
      await page.fill("Teléfono o correo electrónico", dealer.email);
      await page.fill("Contraseña", dealer.password);
      await page.click("Iniciar Sesión");
      await page.see("No hay vehículos");
    });

    test("a dealer adds a vehicle with two photos", async () => {
      const { page } = browser;
      await page.click("Añadir Vehículo");
      await page.fill("Marca", "Hyundai");
      await page.fill("Modelo", "Kona");
      await page.fill("Año", "2023");
      await page.fill("Precio", "18,500");
      for (const [photo, colour] of [
        ["frente.jpg", "#1f5fa8"],
        ["lado.jpg", "#b3202c"],
      ] as const) {
        const { buffer } = await drawPhoto(photo, colour);
        await writeFile(join(folder, photo), buffer);
        await page.attach("Elegir fotos", join(folder, photo));
      }
      await page.see("Subida");
      await page.click("Guardar vehículo");
      await page.see("Vehículo agregado correctamente.");
    });

    test("a dealer publishes the vehicle", async () => {
      const { page } = browser;
      const [row] = await site.sql<{ id: string; images: string[] }[]>`
        select id, images from public.vehicles where user_id = ${dealer.id}`;
      expect(row?.images).toHaveLength(2);
      id = row?.id ?? "";
      await page.open(`${site.url}/vehicle/${id}`);
      await page.click("Publicar");
      await page.see("Vehículo publicado.");
    });

    test("a customer opens the vehicle's photos", async () => {
      const { page } = browser;
      await page.open(`${site.url}/public/vehicle/${id}`);
      await page.see("$18,500");
      await page.click("Foto 2");
      await page.see("2 / 2");
    });

    test("a customer sends an inquiry about the vehicle", async () => {
      const { page } = browser;
      await page.click("Solicitar Información");
      const dialog = "//dialog[@open]";
      await page.fill("Nombre", "Carla Cliente", dialog);
      await page.fill("Correo electrónico", "carla@example.com", dialog);
      await page.click("Enviar solicitud", dialog);
      await page.see("¡Solicitud enviada!");
    });

    test("the dealer handles the lead", async () => {
      const { page } = browser;
      await page.open(`${site.url}/leads`);
      await page.click("Estado de Carla Cliente: Nuevo");
      await page.click("En atención");
      const readLead = () => site.sql`select name, state from public.leads
        where recipient_id = ${dealer.id}`;
      await vi.waitFor(
        async () =>
          expect(await readLead()).toEqual([{ name: "Carla Cliente", state: "En atención" }]),
        60_000,
      );
    });
  });
}
