import { expect, it } from "vitest";
import type { OwnProfile } from "../own-profile.ts";
import { pageStyleValues } from "./page-style-values.ts";
import { visitorRow } from "./visitor-row.ts";

const profile = (config: OwnProfile["config"]): OwnProfile => ({
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  full_name: "Ana Sol",
  email: "ana@example.com",
  phone: "1",
  role: "concesionario",
  is_active: true,
  public_slug: null,
  dealership_id: null,
  custom_domain: null,
  config,
  updated_at: "2026-11-21",
});

it("a dealer's preview shows the links that visitors see, and none that is hidden", () => {
  const mine = profile({
    profile: {
      name: "Autos Sol",
      phone: "305",
      email: "ventas@example.com",
      location: "Calle 8",
      location_url: "https://maps.example",
      contact_links_visibility: { email: false, location: false },
    },
  });
  const style = { ...pageStyleValues(mine), accent_color: "#0B7A4B" };
  const row = visitorRow(mine, style);
  expect(row.public_config).toMatchObject({
    profile: { name: "Autos Sol", phone: "305", email: "", location: "", location_url: "" },
    page_style: { accent_color: "#0B7A4B" },
  });
  expect(JSON.stringify(row)).not.toMatch(/ventas@|Calle 8|maps\.example|ana@example/);
});
