/** The texts that visitors read about a seller (spec section 8, Public). */
export const sellerMessages = {
  whatsappMissing: {
    title: "No disponible",
    description: "El vendedor no ha proporcionado un número de WhatsApp.",
  },
  contactNotSaved: {
    title: "No se pudo guardar el contacto",
    description: "Comprueba tu conexión e inténtalo de nuevo.",
  },
  sellerMissing: {
    title: "Advertencia",
    description: "No se pudo cargar la información del vendedor.",
  },
} as const;
