import { describe, expect, test } from "vitest";
import { renderTemplate } from "./render-template.ts";

const site = { siteUrl: "https://vitrina.example", contactEmail: "hola@vitrina.example" };
const inquiry = {
  reader: "recipient",
  recipient: "Luis Herrera",
  dealership: "Autos del Valle",
  name: "Ana Pérez",
  email: "ana@example.com",
  phone: "+13055550123",
  message: "Hola,\n¿sigue disponible?",
  vehicle: {
    id: "0b0e7f4e-93c5-4f8a-a53f-8b7a1c5f2d11",
    title: "Hyundai Kona 2023",
    price: "21900",
    vin: "KM8K2CAB6PU173086",
  },
};
const referral = {
  reader: "recipient",
  recipient: "Autos del Valle",
  name: "Marta Ríos",
  phone: "+13055550177",
  referredName: "Jorge Luna",
  referredPhone: "+13055550199",
};

const openingOf = (html: string) => {
  const [, text = ""] = html.match(/wa\.me\/\d+\?text=([^"]+)"/) ?? [];
  return decodeURIComponent(text);
};

describe("the mail about an inquiry", () => {
  test("replies to the customer and names the vehicle in its subject", async () => {
    const mail = await renderTemplate("new-inquiry", inquiry, site);
    expect(mail).toMatchObject({
      subject: "Nueva consulta: Hyundai Kona 2023 (Ana Pérez)",
      replyTo: "ana@example.com",
    });
    expect(mail.text).toContain("> Hola,\n> ¿sigue disponible?");
    expect(mail.html).toContain("Hola,<br>¿sigue disponible?");
  });

  test("drafts a WhatsApp message in the reader's name", async () => {
    const opening = async (changes: object) =>
      openingOf((await renderTemplate("new-inquiry", { ...inquiry, ...changes }, site)).html);
    const thanks = "Hola, Ana: gracias por tu interés en el Hyundai Kona 2023.";
    const help = "¿En qué te puedo ayudar?";
    expect(await opening({})).toBe(`${thanks} Soy Luis Herrera, de Autos del Valle. ${help}`);
    expect(await opening({ reader: "dealership" })).toBe(
      `${thanks} Te escribe Autos del Valle. ${help}`,
    );
    expect(await opening({ dealership: undefined })).toBe(
      `${thanks} Te escribe Luis Herrera. ${help}`,
    );
  });

  test("links a number with an extension for calls, but not for WhatsApp", async () => {
    const phone = "+1 305 555 0123 ext. 12";
    const { html } = await renderTemplate("new-inquiry", { ...inquiry, phone }, site);
    expect(html).toContain('"tel:+13055550123;ext=12"');
    expect(html).not.toContain("wa.me");
  });

  test("links to the lead, or to the list for an older mail", async () => {
    const lead = "5f0d2a34-0c1b-4f3e-9c57-2f3c1f0d7a10";
    const { html, text } = await renderTemplate("new-inquiry", { ...inquiry, lead }, site);
    for (const form of [html, text]) {
      expect(form).toContain(`https://vitrina.example/leads?prospecto=${lead}`);
    }
    const before = await renderTemplate("new-inquiry", inquiry, site);
    expect(before.text).toMatch(/vitrina\.example\/leads\n/);
  });

  test("names the salesperson to the dealership", async () => {
    const { text } = await renderTemplate(
      "new-inquiry",
      { ...inquiry, reader: "dealership" },
      site,
    );
    expect(text).toContain("Hola, Autos del Valle:");
    expect(text).toContain("a Luis Herrera, de tu equipo.");
    expect(text).not.toMatch(/copia|recibido/);
  });

  test("only says that the salesperson was mailed if that is known", async () => {
    const noteOf = async (template: string, lead: object, recipientMailed: boolean) =>
      (await renderTemplate(template, { ...lead, reader: "dealership", recipientMailed }, site))
        .text;
    for (const [template, lead] of [
      ["new-inquiry", inquiry],
      ["new-referral", { ...referral, dealership: "Autos del Valle", recipient: "Luis Herrera" }],
    ] as const) {
      expect(await noteOf(template, lead, true)).toContain(
        "Es una copia: Luis Herrera ha recibido el mismo mensaje y lo tiene en sus prospectos.",
      );
      expect(await noteOf(template, lead, false)).toContain(
        "Luis Herrera lo tiene en sus prospectos, pero no ha recibido este correo.",
      );
    }
  });

  test("offers no reply by mail if the customer has no email", async () => {
    const { html, text, replyTo } = await renderTemplate(
      "new-inquiry",
      { ...inquiry, email: undefined },
      site,
    );
    expect(replyTo).toBeUndefined();
    for (const form of [html, text]) expect(form).not.toMatch(/mailto:|Si respondes|undefined/);
  });

  test("omits the parts for a missing vehicle, phone and message", async () => {
    const bare = { ...inquiry, vehicle: undefined, phone: undefined, message: undefined };
    const { subject, html, text } = await renderTemplate("new-inquiry", bare, site);
    expect(subject).toBe("Nueva consulta de Ana Pérez");
    for (const form of [html, text]) {
      expect(form).not.toMatch(/wa\.me|tel:|Teléfono|Vehículo|VIN|undefined|\[object/);
    }
  });

  test("shows a price in words as it is, and no price if there is none", async () => {
    const priced = async (price?: string, currency?: string) =>
      (
        await renderTemplate(
          "new-inquiry",
          { ...inquiry, currency, vehicle: { ...inquiry.vehicle, price } },
          site,
        )
      ).text;
    expect(await priced()).not.toContain("Precio");
    expect(await priced("A consultar")).toContain("Precio: A consultar");
    expect(await priced("21900")).toContain("Precio: $21,900");
    expect(await priced("21900", "COP")).toContain("Precio: $\u00a021.900");
    expect(await priced("US$ 9,900", "MXN")).toContain("Precio: US$ 9,900");
  });

  test("escapes user input in markup, links and subject", async () => {
    const evil = {
      ...inquiry,
      name: `"><script>alert(1)</script>\r\nBcc: x@example.com`,
      email: `a"onmouseover=alert(1)@example.com`,
      phone: `+1305"><b>`,
      message: "</td><script>alert(2)</script>\u2028<style>",
    };
    const { subject, html } = await renderTemplate("new-inquiry", evil, site);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<script|<b>|"onmouseover/);
    expect(html.match(/<style>/g)).toHaveLength(2);
    expect(html).toContain('href="tel:+1305"');
  });
});

describe("the mail about a referral", () => {
  test("links to the friend, in the referrer's name", async () => {
    const { subject, html, replyTo } = await renderTemplate("new-referral", referral, site);
    expect(subject).toBe("Nuevo referido: Jorge Luna, de parte de Marta Ríos");
    expect(openingOf(html)).toBe(
      "Hola, Jorge. Te escribe Autos del Valle. Marta Ríos me dio tu contacto porque quizá buscas un vehículo. ¿Te puedo ayudar?",
    );
    expect(html).toContain("https://wa.me/13055550199");
    expect(html).not.toContain("https://wa.me/13055550177");
    expect(replyTo).toBeUndefined();
  });
});

test.each([["new-inquiry"], ["new-referral"]])("the mail %s requires a name", async (name) => {
  await expect(
    renderTemplate(name, { reader: "recipient", recipient: "Luis" }, site),
  ).rejects.toThrow(/name/);
});

describe("the mail about an expired reservation", () => {
  const vehicle = { id: inquiry.vehicle.id, title: inquiry.vehicle.title };

  test("lists the waiting customers and links to them", async () => {
    const { text } = await renderTemplate(
      "reservation-over",
      { vehicle, waiting: ["Carla Cliente", "Jorge Luna"] },
      site,
    );
    expect(text).toMatch(/Carla Cliente[\s\S]*Jorge Luna[\s\S]*\/leads/);
  });

  test("links to the vehicle if no customer is waiting", async () => {
    const { text } = await renderTemplate("reservation-over", { vehicle, waiting: [] }, site);
    expect(text).toContain(`/vehicle/${vehicle.id}`);
  });
});
