import type { TapChannel } from "#contract/customers/contact-tap.ts";

/** Texts about taps. */
export const tapMessages = {
  page: "Toques en WhatsApp, teléfono, contacto y mapa de tus páginas públicas. Nadie dice quién es hasta que te escribe.",
  loadFailed: "No se pudieron cargar los toques",
  none: {
    title: "Todavía no hay toques",
    description:
      "Cuando alguien toque WhatsApp, Llamar, Guardar contacto o Cómo llegar en tus páginas, lo verás aquí.",
  },
  code: {
    label: "¿Te escribieron con un código?",
    hint: "Pega el mensaje entero o escribe el código que va tras «Ref.».",
    unknown: "Ese código no es de ningún toque en tus páginas.",
    none: "Ahí no hay ningún código: son seis letras o números.",
    failed: "No se pudo buscar el código.",
    searching: "Buscando...",
    slow: "El servidor tarda en responder. Seguimos buscando.",
  },
  madeFailed: { title: "Error", description: "No se pudo crear el prospecto." },
} as const;

/** Label of a tap on each contact channel. */
export const channelLabels: Record<TapChannel, string> = {
  whatsapp: "WhatsApp",
  call: "Llamada",
  contact: "Contacto guardado",
  directions: "Cómo llegar",
};
