/** Texts after sending an inquiry or a referral (docs/product/leads.md). */
export const inquiryMessages = {
  sent: {
    title: "¡Solicitud enviada!",
    description: "Se pondrán en contacto contigo lo antes posible.",
  },
  failed: "Error al enviar la solicitud",
  serverFailed: "Ocurrió un error en el servidor.",
  unreachable: "Por favor, inténtalo de nuevo más tarde.",
} as const;

export const referralMessages = {
  sent: { title: "¡Referido Enviado!", description: "Gracias por recomendarnos." },
  failed: "Error al enviar referido",
  problem: "Hubo un problema al procesar tu solicitud. Por favor, inténtalo de nuevo.",
} as const;
