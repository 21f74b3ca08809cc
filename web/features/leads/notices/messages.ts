import { limits } from "#contract/limits.ts";

/** Texts about the weekly mail. */
export const weeklyMessages = {
  label: "Resumen del lunes por correo",
  hint: `Qué llegó, qué se vendió, qué lleva más de ${limits.longDaysOnLot} días y quién espera respuesta. Cada lunes a las 7:00; nada, si no hay novedades.`,
  unproven: "Confirma antes tu correo: el resumen solo llega a uno confirmado.",
  loadFailed: "No se pudo comprobar si el resumen está activado.",
  switchedOn: { title: "Resumen activado", description: "El primero llega el próximo lunes." },
  switchedOff: { title: "Resumen desactivado", description: "No llegará ninguno más." },
  failed: "No se pudo cambiar el resumen",
} as const;

/** Texts about notifications of new leads. */
export const noticeMessages = {
  label: "Avisos en este dispositivo",
  hint: "Te avisamos de cada prospecto nuevo, aunque Vitrina esté cerrada: quién pregunta y por qué vehículo, sin teléfono ni mensaje.",
  unsupported: {
    title: "Este navegador no puede mostrar avisos",
    hint: "Actualízalo o abre Vitrina en Chrome, Edge, Firefox o Safari.",
    onApplePhone:
      "En iPhone y iPad, toca Compartir y después «Añadir a pantalla de inicio». Abre Vitrina desde ahí y activa los avisos.",
  },
  blocked: {
    title: "Los avisos están bloqueados en este navegador",
    hint: "Toca el icono junto a la dirección de la página, permite las notificaciones y vuelve a abrir Prospectos.",
    onApplePhone: "Abre Ajustes, Notificaciones, Vitrina, y permite las notificaciones.",
  },
  loadFailed: "No se pudo comprobar si los avisos están activados.",
  switchedOn: {
    title: "Avisos activados",
    description: "Se apagan al cerrar sesión en este dispositivo.",
  },
  switchedOff: {
    title: "Avisos desactivados",
    description: "Tus prospectos siguen llegando aquí.",
  },
  notAllowed: {
    title: "Avisos sin activar",
    description: "El navegador pidió permiso y no se le dio. Inténtalo de nuevo y elige Permitir.",
  },
  switchFailed: "No se pudieron cambiar los avisos",
  testSent: { title: "Prueba enviada", description: "El aviso llega en unos segundos." },
  testFailed: "No se pudo enviar la prueba",
} as const;
