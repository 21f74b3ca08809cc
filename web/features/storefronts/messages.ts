/** Texts of storefronts that cannot be shown (docs/product/storefront.md). */
export const storefrontMessages = {
  missing: {
    title: "Página No Encontrada",
    description: "Este concesionario no existe o su página ya no está disponible.",
  },
  unanswered: {
    title: "Error Inesperado",
    description: "Ocurrió un error al cargar los datos.",
  },
} as const;

/** Texts of people's public pages that cannot be shown. */
export const profileMessages = {
  salesperson: {
    title: "Página de Vendedor No Encontrada",
    description: "Este vendedor no existe o su página ya no está disponible.",
  },
  card: {
    title: "Perfil no encontrado",
    description: "Esta tarjeta no existe o ya no está disponible.",
  },
  unanswered: storefrontMessages.unanswered,
} as const;
