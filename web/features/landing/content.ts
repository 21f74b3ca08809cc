import {
  BellRing,
  Check,
  HeartHandshake,
  Images,
  type LucideIcon,
  ScanLine,
  Share2,
  UsersRound,
} from "lucide-react";

/** The landing page's words (product section 1). */
export const steps = [
  {
    title: "Escanea el VIN",
    text: "Apunta la cámara al código del parabrisas o escribe los 17 caracteres. Marca, modelo y año se completan solos.",
  },
  {
    title: "Completa la información",
    text: "Añade precio, millaje y fotos desde el teléfono, ahí mismo en el patio. Las fotos se ajustan solas para subir rápido.",
  },
  {
    title: "Gestiona y vende",
    text: "Publica, comparte el enlace por WhatsApp y responde a cada prospecto. Cuando se va, márcalo como vendido.",
  },
] as const;

export const benefits: { Icon: LucideIcon; title: string; text: string }[] = [
  {
    Icon: ScanLine,
    title: "Escaneo automático de VIN",
    text: "Menos teclear y menos errores: marca, modelo, año y combustible salen del propio código.",
  },
  {
    Icon: Images,
    title: "Carga múltiple de imágenes",
    text: "Sube todas las fotos a la vez, ordénalas con el dedo y elige la portada.",
  },
  {
    Icon: BellRing,
    title: "Notificaciones por correo",
    text: "Cada consulta y cada referido llega a tu correo y queda guardado: no se pierde ninguno.",
  },
  {
    Icon: UsersRound,
    title: "Control de usuarios y roles",
    text: "Cada vendedor entra con su cuenta, y tú decides quién sigue activo y qué puede cambiar.",
  },
  {
    Icon: Share2,
    title: "Inventario para compartir",
    text: "Un enlace por vehículo, o por los que elijas, con foto y precio ya visibles en el chat.",
  },
  {
    Icon: HeartHandshake,
    title: "Soporte personalizado",
    text: "Una persona te ayuda a empezar y te responde cuando algo no sale.",
  },
];

export const testimonial = {
  quote:
    "Antes tardaba media mañana en publicar un auto. Ahora lo fotografío en el patio y, antes de volver a la oficina, el cliente ya tiene el enlace.",
  name: "Marisol Ferrer",
  initials: "MF",
  role: "Gerente de ventas, concesionario familiar",
} as const;

/** How the testimonial's morning went, from the car to the chat of the first picture. */
export const morning = [
  { time: "10:31", Icon: ScanLine, text: "VIN escaneado en el patio" },
  { time: "10:36", Icon: Images, text: "Seis fotos arriba" },
  { time: "10:40", Icon: Check, text: "Publicado" },
  { time: "10:42", Icon: Share2, text: "Enlace enviado al cliente" },
] as const;

export const questions = [
  {
    question: "¿Cómo consigo una cuenta?",
    answer:
      "Envía la solicitud desde esta página. Verificas tu correo, un administrador la revisa y recibes un aviso cuando puedes entrar.",
  },
  {
    question: "¿Necesito instalar algo?",
    answer:
      "No. Vitrina funciona en el navegador del teléfono, la tableta o la computadora. También la cámara que lee el VIN.",
  },
  {
    question: "¿Pueden trabajar varios vendedores con el mismo inventario?",
    answer:
      "Sí. Cada vendedor entra con su propia cuenta, ve el inventario de su concesionario y comparte con su nombre: la consulta le llega a él y también a ti.",
  },
  {
    question: "¿Qué ve mi cliente cuando le envío un enlace?",
    answer:
      "Una página con las fotos, el precio, la ficha del vehículo y tus datos de contacto, con los colores de tu concesionario. No necesita cuenta y solo ve lo que publicaste.",
  },
] as const;
