/** Texts about a seller on public pages (docs/product/digital-card.md). */
export const sellerMessages = {
  whatsappMissing: {
    title: "No disponible",
    description: "El vendedor no ha proporcionado un número de WhatsApp.",
  },
  sellerMissing: {
    title: "Advertencia",
    description: "No se pudo cargar la información del vendedor.",
  },
} as const;
