/** Texts of Settings (docs/product/settings.md). */
export const settingsMessages = {
  loadFailed: "No se pudo cargar tu configuración",
  saved: { title: "¡Guardado!", description: "Tu perfil ha sido actualizado." },
  saveFailed: { title: "Error", description: "No se pudo guardar la configuración." },
  slugTaken: {
    title: "Enlace no disponible",
    description: "Este enlace público ya está en uso. Elige otro.",
  },
  slugUnverified: { title: "Error", description: "No se pudo verificar el enlace público." },
  slugReserved: "Esta palabra está reservada. Elige otra.",
  slugFormat: "Usa de 2 a 60 letras, números y guiones sueltos.",
  domainInvalid: "Escribe un dominio público, por ejemplo www.autosdelvalle.com",
  domainOfPlatform: "Ese dominio pertenece a la plataforma.",
  pageForbidden: "No tienes permiso para editar la página pública.",
  pageStyleSaved: {
    title: "¡Guardado!",
    description: "La personalización de tu página ha sido actualizada.",
  },
  pageStyleFailed: { title: "Error", description: "No se pudo guardar la personalización." },
  uploadFailed: "Error de subida",
  pictureUnread: "Algo salió mal con esta imagen.",
  deleteFailed: "Error al eliminar",
  unsaved: "Los cambios que no guardaste se perderán.",
} as const;

/** Texts about custom domains. */
export const domainMessages = {
  verified: {
    title: "¡Dominio verificado!",
    description: "Tu página se verá ahí en menos de un minuto.",
  },
  paste: "Pégalo en la configuración de DNS de tu dominio.",
} as const;

/** Texts about one kind of picture. */
export type PictureMessages = {
  uploaded: { title: string; description: string };
  deleted: { title: string; description: string };
  pathMissing: string;
  stillStored: string;
};

export const logoMessages: PictureMessages = {
  uploaded: { title: "Logo subido", description: "Recuerda guardar los cambios." },
  deleted: { title: "Logo eliminado", description: "Ya no aparece en tu perfil." },
  pathMissing: "No se pudo encontrar la ruta del logo.",
  stillStored: "El logo ya no se muestra, pero su archivo sigue en el almacén.",
};

export const heroMessages: PictureMessages = {
  uploaded: { title: "Imagen subida", description: "Recuerda guardar los cambios." },
  deleted: { title: "Imagen eliminada", description: "Tu portada usa ahora el color de fondo." },
  pathMissing: "No se pudo encontrar la ruta de la imagen.",
  stillStored: "La imagen ya no se muestra, pero su archivo sigue en el almacén.",
};

/** Texts of Seguridad. */
export const securityMessages = {
  passwordChanged: {
    title: "¡Contraseña actualizada!",
    description: "Tu contraseña ha sido actualizada.",
  },
  passwordFailed: { title: "Error", description: "No se pudo actualizar la contraseña." },
  samePassword: "La nueva contraseña debe ser distinta de la actual.",
  weakPassword: "Esta contraseña es demasiado débil. Elige otra más larga.",
  sessionEnded: "Tu sesión terminó. Inicia sesión de nuevo para cambiar la contraseña.",
  tooMany: "Demasiados intentos. Espera un momento e inténtalo de nuevo.",
  othersEnded: {
    title: "Sesiones cerradas",
    description: "Solo sigues dentro en este dispositivo.",
  },
  othersFailed: { title: "Error", description: "No se pudieron cerrar las demás sesiones." },
} as const;
