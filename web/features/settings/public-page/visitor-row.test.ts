import { expect, it } from "vitest";
import { makeProfile } from "../make-profile.ts";
import { pageStyleValues } from "./page-style-values.ts";
import { visitorRow } from "./visitor-row.ts";

it("a dealer's preview shows visible links and no hidden ones", () => {
  const mine = makeProfile({
    config: {
      profile: {
        name: "Autos Sol",
        phone: "305",
        email: "ventas@example.com",
        location: "Calle 8",
        location_url: "https://maps.example",
        contact_links_visibility: { email: false, location: false },
      },
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
