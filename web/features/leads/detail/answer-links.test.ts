import { describe, expect, it } from "vitest";
import { UNNAMED_CUSTOMER } from "#contract/customers/contact-tap.ts";
import type { Lead } from "#contract/customers/lead.ts";
import { sampleLead } from "../fixtures.ts";
import { answerLinks } from "./answer-links.ts";

const inquiry = sampleLead;

const textOf = (address: string | null, name = "text") =>
  new URL(address ?? "about:blank").searchParams.get(name);

describe("a dealer's reply to a lead", () => {
  it("greets the customer by name and mentions the vehicle", () => {
    const { whatsapp, call, email } = answerLinks(inquiry, "Autos del Valle");
    expect(whatsapp).toMatch(/^https:\/\/wa\.me\/13055550100\?/);
    expect(textOf(whatsapp)).toBe(
      "Hola Carla, te saluda Autos del Valle. Gracias por tu interés en el Hyundai Kona 2023. ¿Cuándo te gustaría verlo?",
    );
    expect(call).toBe("tel:+13055550100");
    expect(email).toMatch(/^mailto:carla@example\.com\?/);
    expect(textOf(email, "subject")).toBe("Tu consulta sobre el Hyundai Kona 2023");
  });

  it("says that the vehicle is sold, and suggests others with links", () => {
    const sold: Lead = { ...inquiry, vehicle: { status: "Vendido", cover: null } };
    expect(textOf(answerLinks(sold, "Luis").whatsapp)).toBe(
      "Hola Carla, te saluda Luis. Gracias por tu interés en el Hyundai Kona 2023. Ya se vendió, pero te puedo mostrar otros parecidos. ¿Qué buscas?",
    );
    const others = [{ title: "Kia Soul 2021", address: "https://autos.example/v" }];
    expect(textOf(answerLinks(sold, "Luis", others).whatsapp)).toBe(
      "Hola Carla, te saluda Luis. Gracias por tu interés en el Hyundai Kona 2023. Ya se vendió, pero tenemos otros que te pueden gustar:\n• Kia Soul 2021: https://autos.example/v\n¿Te gustaría ver alguno?",
    );
  });

  it("uses no name for a customer who left none", () => {
    const unnamed: Lead = { ...inquiry, kind: "direct_contact", name: UNNAMED_CUSTOMER };
    expect(textOf(answerLinks(unnamed, "Luis").whatsapp)).toMatch(/^Hola, te saluda Luis\. /);
  });

  it("is addressed to the referred friend", () => {
    const referral: Lead = {
      ...inquiry,
      kind: "referral",
      vehicle_title: null,
      email: null,
      referred_name: "Pedro Pérez",
      referred_phone: "+525555550123",
    };
    const { whatsapp, email } = answerLinks(referral, "Luis");
    expect(whatsapp).toMatch(/^https:\/\/wa\.me\/525555550123\?/);
    expect(textOf(whatsapp)).toBe(
      "Hola Pedro, te saluda Luis. Carla nos dio tu contacto. ¿Qué vehículo estás buscando?",
    );
    expect(email).toBeNull();
  });

  it("offers a call but no WhatsApp for a number without country code", () => {
    const { whatsapp, call } = answerLinks({ ...inquiry, phone: "555-01 00 ext 3" }, "Luis");
    expect({ whatsapp, call }).toEqual({ whatsapp: null, call: "tel:5550100;ext=3" });
  });

  it("offers neither without a valid number", () => {
    for (const phone of [null, "no tengo"]) {
      const { whatsapp, call } = answerLinks({ ...inquiry, phone }, "Luis");
      expect({ whatsapp, call }).toEqual({ whatsapp: null, call: null });
    }
  });

  it("prevents an e-mail address from adding fields to the mailto link", () => {
    const { email } = answerLinks({ ...inquiry, email: "a?bcc=b@example.com" }, "Luis");
    expect(email).toMatch(/^mailto:a%3Fbcc%3Db@example\.com\?subject=/);
  });
});
