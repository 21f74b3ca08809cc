/** The texts of storefronts that cannot be shown (product sections 2 and 8). */
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
