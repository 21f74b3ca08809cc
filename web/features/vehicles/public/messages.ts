/** The public page's texts (product sections 2 and 8). */
export const publicVehicleMessages = {
  notFoundTitle: "Vehículo No Encontrado",
  notFound: "Este vehículo no existe o ya no está disponible.",
  notPublic: {
    title: "Error",
    description: "Vehículo no encontrado o no está disponible públicamente.",
  },
  unavailable: {
    title: "Error Inesperado",
    description: "Ocurrió un error al cargar los datos.",
  },
} as const;
