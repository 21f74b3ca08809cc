import { expect, test } from "vitest";
import { profileMeta } from "./profile-meta.ts";

type Place = { text: string; href: string; isWritten: boolean };

const page = {
  title: "Autos Sol",
  description: "Autos Sol",
  canonical: "https://vitrina.example/i/autos-sol",
  url: "https://vitrina.example/i/autos-sol",
  image: "https://vitrina.example/preview.jpg",
};

/** The structured data of a dealership with this place. */
const metaOf = (place: Place | null) => {
  const contact = { call: null, email: null, place, whatsapp: null, social: [] };
  const profile = { kind: "AutoDealer" as const, name: "Autos Sol", url: page.url, logo: null };
  return JSON.stringify(profileMeta({ ...profile, contact }, page));
};

test("a search engine reads a dealership's address, but never a map link's label", () => {
  const href = "https://maps.example/sol";
  expect(metaOf({ text: "Calle 8, Miami", href, isWritten: true })).toContain(
    '"address":"Calle 8, Miami"',
  );
  expect(metaOf({ text: "Ver en el mapa", href, isWritten: false })).not.toMatch(/address|mapa/);
  expect(metaOf(null)).not.toContain("address");
});
