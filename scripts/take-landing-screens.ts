/**
 * Takes the landing page's screenshots from a running demo: `npm run demo`, then `node
 * scripts/take-landing-screens.ts`, with its URL if not the default. The link preview shows the
 * page itself, so take it again after the next build.
 */
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { findBrowser } from "#tests/support/browser.ts";
import { demoPassword } from "../supabase/seed/people.ts";

const folder = fileURLToPath(new URL("../web/features/landing/", import.meta.url));
const VIN = "KM8K2CAB4PU001140";
/**
 * The excerpt of a phone's screen for each step, in CSS pixels; for a form, the content of its
 * card.
 */
const WHOLE = { left: 0, width: 390, room: 9 };
const WITHIN = { left: 20, width: 350, room: 6 };
const RATIO = 200 / 350;
const STEP = [400, 800];
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const browser = await chromium.launch(await findBrowser());
try {
  const preview = await open(browser, { viewport: { width: 1200, height: 630 } });
  await takePreview(preview);
  const inventory = await open(browser, { viewport: { width: 1280, height: 800 } });
  await signIn(inventory);
  await keep("inventory", await inventory.screenshot(), [720, 1440]);
  await takePhone(await open(browser, PHONE));
} finally {
  await browser.close();
}

async function open(
  from: Browser,
  screen: { viewport: { width: number; height: number } },
): Promise<Page> {
  const context = await from.newContext({
    ...screen,
    baseURL: process.argv[2] ?? "http://localhost:3000",
    deviceScaleFactor: 2,
    locale: "es-US",
    reducedMotion: "reduce",
    colorScheme: "light",
  });
  return context.newPage();
}

/** The top of the page, without buttons. */
async function takePreview(page: Page): Promise<void> {
  await page.goto("/");
  await page.addStyleTag({
    content: "nav, button, a:not([href='/']) { display: none !important }",
  });
  await page.waitForLoadState("networkidle");
  const file = `${folder}preview.jpg`;
  await sharp(await page.screenshot())
    .resize({ width: 1200 })
    .jpeg({ quality: 84 })
    .toFile(file);
}

/** The three steps, and the page that a customer opens. */
async function takePhone(page: Page): Promise<void> {
  await signIn(page);
  const rows = page.getByRole("article");
  await keep("step-sell", await excerpt(rows.first(), WHOLE), STEP);

  await page.goto("/add-vehicle");
  await page.getByLabel("VIN", { exact: true }).fill(VIN);
  await page.getByRole("button", { name: "Decodificar VIN" }).click();
  await page.getByText("Se completó").waitFor();
  const scan = page.getByRole("button", { name: "Escanear VIN" });
  await keep("step-scan", await excerpt(scan, WITHIN), STEP);

  await page.goto("/dashboard");
  await rows.first().getByRole("link").first().click();
  await page.waitForURL("**/vehicle/*");
  const id = page.url().split("/").at(-1);
  await page.goto(`/edit-vehicle/${id}`);
  const photos = page.getByRole("list", { name: "Fotos del vehículo" });
  await keep("step-fill", await excerpt(photos, WITHIN), STEP);

  await page.goto(`/public/vehicle/${id}`);
  await page.waitForLoadState("networkidle");
  await keep("vehicle", await page.screenshot(), [390, 560, 780]);
}

/** Opens the inventory of the demo's first dealership and dismisses the greeting. */
async function signIn(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Teléfono o correo electrónico").fill("ventas@autosdelvalle.example");
  await page.getByLabel(/^Contraseña\*?$/).fill(demoPassword);
  await page.getByRole("button", { name: "Iniciar Sesión" }).click();
  await page.getByRole("button", { name: "Cerrar aviso" }).click();
  await page.getByTestId("toast").waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
}

/** A screenshot from this part of the page on. */
async function excerpt(start: Locator, frame: typeof WHOLE): Promise<Buffer> {
  await start.waitFor();
  await start.evaluate((part) => part.scrollIntoView({ block: "center" }));
  await start.page().waitForLoadState("networkidle");
  const box = await start.boundingBox();
  if (!box) throw new Error("The start of the excerpt is not visible.");
  const { left, width, room } = frame;
  const clip = { x: left, y: box.y - room, width, height: Math.round(width * RATIO) };
  return start.page().screenshot({ clip });
}

async function keep(name: string, picture: Buffer, widths: number[]): Promise<void> {
  for (const width of widths) {
    const { size } = await sharp(picture)
      .resize({ width })
      .webp({ quality: 78, effort: 6, smartSubsample: true })
      .toFile(`${folder}screens/${name}-${width}.webp`);
    process.stdout.write(`${name}-${width}.webp ${size} bytes\n`);
  }
}
