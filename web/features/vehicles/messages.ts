/** Texts about vehicles (docs/product/inventory.md). */
export const vehicleMessages = {
  deleteFailed: { title: "Error", description: "No se pudo eliminar el vehículo." },
  deleted: { title: "Éxito", description: "Vehículo eliminado." },
  statusFailed: { title: "Error", description: "No se pudo actualizar el estado." },
  statusChanged: { title: "Éxito", description: "Estado del vehículo actualizado." },
  priceFailed: { title: "Error", description: "No se pudo actualizar el precio." },
  priceChanged: { title: "Éxito", description: "Precio actualizado." },
  publishFailed: { title: "Error", description: "No se pudo actualizar el estado." },
  published: { title: "Éxito", description: "Vehículo publicado." },
  hidden: { title: "Éxito", description: "Vehículo ocultado." },
  manyPublished: (count: number, published: boolean) => ({
    title: "Éxito",
    description: `${count} vehículos ${published ? "publicados" : "ocultados"}.`,
  }),
  notFound: { title: "Error", description: "Vehículo no encontrado." },
  unexpectedLoad: {
    title: "Error Inesperado",
    description: "Ocurrió un error al cargar los datos.",
  },
  copiedHidden: "Está oculto: nadie lo verá hasta que lo publiques.",
  copiedWithHidden: (count: number) =>
    count === 1
      ? "Uno de ellos está oculto: nadie lo verá hasta que lo publiques."
      : `${count} de ellos están ocultos: nadie los verá hasta que los publiques.`,
  nothingSelected: {
    title: "Nada seleccionado",
    description: "Por favor, selecciona al menos un vehículo para compartir.",
  },
  tooManySelected: (most: number) => ({
    title: "Demasiados vehículos",
    description: `Un enlace lleva hasta ${most} vehículos. Quita algunos de la selección.`,
  }),
  deleteQuestion: {
    title: "¿Estás seguro?",
    description: "Se eliminarán de forma permanente el vehículo y sus fotos.",
  },
} as const;

/** Texts of the dashboard. */
export const dashboardMessages = {
  profileUnread: "No se pudo cargar tu perfil. Inténtalo de nuevo.",
  retry: "Reintentar",
  unknownRole: "Rol de usuario no reconocido.",
  contactSupport: "Contacta con el soporte técnico.",
  emptyOwn: "No hay vehículos",
  emptyDealership: "No hay vehículos en el inventario del concesionario",
  searchPlaceholder: "Buscar por VIN, marca o modelo...",
  noDealershipTitle: "Aún no perteneces a un concesionario",
  noDealership:
    "Un administrador debe asignarte a un concesionario para que veas su inventario. Escríbele y vuelve a entrar cuando esté listo.",
} as const;

/** Texts of the inventory table. */
export const tableMessages = {
  view: "Vista",
  views: { cards: "Tarjetas", table: "Tabla" },
  caption: "Vehículos del inventario",
  selectAll: "Seleccionar todos",
  byColumn: "Por columna",
  figuresFailed: "No se pudieron cargar los días, los prospectos y las fotos.",
} as const;

/** Texts of the first steps. */
export const stepMessages = {
  title: "Primeros pasos",
  hide: "Ocultar",
  whatsapp: "Añade tu WhatsApp",
  logo: "Sube tu logo",
  vehicle: "Añade tu primer vehículo",
  publish: "Publícalo",
  share: "Compártelo",
} as const;
