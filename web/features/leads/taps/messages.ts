import type { TapChannel } from "#contract/contact-tap.ts";

/** What people read about taps. */
export const tapMessages = {
  page: "Toques en WhatsApp, teléfono, contacto y mapa de tus páginas públicas. Nadie dice quién es hasta que te escribe.",
  loadFailed: {
    title: "No se pudieron cargar los toques",
    description: "No hubo respuesta del servidor. Por favor, inténtalo de nuevo.",
  },
  none: {
    title: "Todavía no hay toques",
    description:
      "Cuando alguien toque WhatsApp, Llamar, Guardar contacto o Cómo llegar en tus páginas, lo verás aquí.",
  },
  code: {
    label: "¿Te escribieron con un código?",
    hint: "Pega el mensaje entero o escribe el código que va tras «Ref.».",
    unknown: "Ese código no es de ningún toque en tus páginas.",
    failed: "No se pudo buscar el código. Revisa tu conexión.",
  },
  madeFailed: { title: "Error", description: "No se pudo crear el prospecto." },
} as const;

/** What a tap on each way to reach a seller is called. */
export const channelLabels: Record<TapChannel, string> = {
  whatsapp: "WhatsApp",
  call: "Llamada",
  contact: "Contacto guardado",
  directions: "Cómo llegar",
};
