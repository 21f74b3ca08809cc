/** Password of every account in the demo. */
export const demoPassword = "vitrina-demo";

/** A person or business in the demo. `dealership` is the key of a salesperson's dealership. */
export type DemoPerson = {
  key: string;
  role: "admin" | "concesionario" | "vendedor";
  fullName: string;
  email: string;
  phone: string;
  slug: string | null;
  dealership?: string;
  config: Record<string, unknown>;
};

/** Accounts that can sign in; dealerships come before their salespeople. */
export const demoPeople: DemoPerson[] = [
  {
    key: "admin",
    role: "admin",
    fullName: "Ana Torres",
    email: "ana@vitrina.example",
    phone: "+13055550100",
    slug: null,
    config: {},
  },
  {
    key: "valle",
    role: "concesionario",
    fullName: "Autos del Valle",
    email: "ventas@autosdelvalle.example",
    phone: "+13055550110",
    slug: "autos-del-valle",
    config: {
      profile: {
        name: "Autos del Valle",
        location: "1450 SW 8th Street, Miami, FL 33135",
        location_url: "https://maps.google.com/?q=1450+SW+8th+Street+Miami",
        phone: "+1 305 555 0110",
        email: "ventas@autosdelvalle.example",
        whatsapp: "+1 305 555 0110",
        instagram: "autosdelvalle",
        facebook: "autosdelvalle",
        tagline: "Seminuevos revisados, con historial a la vista.",
        slogan: "Tu próximo auto, sin sorpresas",
        offers:
          "Primer servicio sin costo en todos los seminuevos.\nTomamos tu auto a cuenta con avalúo el mismo día.",
        custom_button: {
          enabled: true,
          url: "https://autosdelvalle.example/financiamiento",
          text: "Precalifica tu crédito",
        },
      },
      page_style: { accent_color: "#FF6A00", hero_background_color: "#1E3A8A" },
    },
  },
  {
    key: "bahia",
    role: "concesionario",
    fullName: "Motores Bahía",
    email: "hola@motoresbahia.example",
    phone: "+13055550120",
    slug: "motores-bahia",
    config: {
      profile: {
        name: "Motores Bahía",
        location: "220 Bayshore Drive, Tampa, FL 33602",
        location_url: "https://maps.google.com/?q=220+Bayshore+Drive+Tampa",
        phone: "+1 305 555 0120",
        email: "hola@motoresbahia.example",
        whatsapp: "+1 305 555 0120",
        instagram: "motoresbahia",
        tagline: "Premium y deportivos con garantía.",
        contact_links_visibility: { facebook: false },
      },
      page_style: { accent_color: "#0F766E", layout_style: "classic" },
    },
  },
  {
    key: "luis",
    role: "vendedor",
    fullName: "Luis Herrera",
    email: "luis@autosdelvalle.example",
    phone: "+13055550111",
    slug: "luis-herrera",
    dealership: "valle",
    config: { profile: { phone: "+1 305 555 0111", whatsapp: "+1 305 555 0111" } },
  },
  {
    key: "marta",
    role: "vendedor",
    fullName: "Marta Quiñones",
    email: "marta@autosdelvalle.example",
    phone: "+13055550112",
    slug: "marta-quinones",
    dealership: "valle",
    config: { profile: { phone: "+1 305 555 0112", whatsapp: "+1 305 555 0112" } },
  },
  {
    key: "diego",
    role: "vendedor",
    fullName: "Diego Salas",
    email: "diego@motoresbahia.example",
    phone: "+13055550121",
    slug: "diego-salas",
    dealership: "bahia",
    config: { profile: { phone: "+1 305 555 0121", whatsapp: "+1 305 555 0121" } },
  },
];

/** People with a pending access request. */
export const demoRequests = [
  {
    p_name: "Autos Premier",
    p_phone: "+17865550143",
    p_email: "gerencia@autospremier.example",
    p_account_type: "concesionario",
    p_message: "Tenemos un patio de 40 unidades en Hialeah y queremos publicar todo el inventario.",
    p_password: demoPassword,
  },
  {
    p_name: "Sofía Beltrán",
    p_phone: "+17865550187",
    p_email: "sofia@example.com",
    p_account_type: "vendedor",
    p_message: "Vendo con Autos del Valle desde marzo.",
    p_password: demoPassword,
  },
];
