/** Texts of the shared page (docs/product/public-pages.md). */
export const sharedMessages = {
  heading: "Vehículos Seleccionados",
  empty: "No se encontraron vehículos",
  emptyReason:
    "Puede que se hayan vendido o que el enlace esté incompleto. Pide uno nuevo a quien te lo envió.",
  loadFailed: "No se pudieron cargar los vehículos. Por favor, intenta de nuevo.",
  summary: (count: number) =>
    count === 1
      ? "Tócalo para ver sus fotos y hablar con quien lo vende."
      : `${count} vehículos. Toca uno para ver sus fotos y hablar con quien lo vende.`,
} as const;
