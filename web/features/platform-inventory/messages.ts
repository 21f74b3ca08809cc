/** What an admin reads about the platform's inventory (product sections 2 and 8). */
export const platformInventoryMessages = {
  empty: "No se encontraron vehículos en la plataforma.",
  loadFailed: {
    title: "Error al cargar vehículos",
    description: "No hubo respuesta del servidor. Por favor, inténtalo de nuevo.",
  },
} as const;
