/** Texts about sales, reservations and costs. */
export const dealMessages = {
  sold: { title: "¡Vendido!", description: "La venta quedó registrada." },
  saleChanged: { title: "¡Guardado!", description: "La venta se actualizó." },
  saleFailed: { title: "Error", description: "No se pudo registrar la venta." },
  saleUndone: { title: "Venta deshecha", description: "El vehículo está disponible otra vez." },
  reserved: { title: "Apartado", description: "El vehículo queda apartado." },
  reserveFailed: { title: "Error", description: "No se pudo apartar el vehículo." },
  released: { title: "Apartado quitado", description: "El vehículo está disponible otra vez." },
  releaseFailed: { title: "Error", description: "No se pudo quitar el apartado." },
  figuresFailed: { title: "Error", description: "No se pudieron guardar los costos." },
  loadFailed: "No se pudieron cargar la venta y los costos",
  private: "Solo lo ve tu concesionario y los vendedores que autorices. Nunca los visitantes.",
  hideHint: "Vuelve a publicarse solo cuando el apartado termine.",
};

/** Texts of the sales page. */
export const salesMessages = {
  page: "Lo que vendiste, lo que quedó y quién lo vendió. Solo lo ve quien tú autorizas.",
  none: {
    title: "No hay ventas en este periodo",
    description: "Cuando marques un vehículo como vendido, su venta aparecerá aquí.",
  },
  loadFailed: "No se pudieron cargar las ventas",
  exportFailed: { title: "Error", description: "No se pudo guardar el archivo." },
  board: "Prospectos, toques y respuestas cuentan los del mismo periodo.",
  knownOf: (known: number, sold: number) => `De ${known} de ${sold} ventas.`,
};
