import {
  BellRing,
  HeartHandshake,
  Images,
  type LucideIcon,
  ScanLine,
  Share2,
  UsersRound,
} from "lucide-react";

/** The landing page's words (spec section 1). */
export const steps = [
  {
    title: "Escanea el VIN",
    text: "Apunta la cámara al código del parabrisas o escribe los 17 caracteres. Marca, modelo y año se completan solos.",
  },
  {
    title: "Completa la información",
    text: "Añade precio, millaje y fotos desde el teléfono. Las imágenes se optimizan antes de subir.",
  },
  {
    title: "Gestiona y vende",
    text: "Publica, comparte el enlace por WhatsApp y marca como vendido. Todo en un mismo lugar.",
  },
] as const;

export const benefits: { Icon: LucideIcon; title: string; text: string }[] = [
  {
    Icon: ScanLine,
    title: "Escaneo automático de VIN",
    text: "Menos teclear, menos errores: los datos del vehículo salen de su propio código.",
  },
  {
    Icon: Images,
    title: "Carga múltiple de imágenes",
    text: "Sube todas las fotos a la vez, ordénalas y elige la portada.",
  },
  {
    Icon: BellRing,
    title: "Notificaciones por correo",
    text: "Cada consulta y cada referido llega a tu bandeja de entrada.",
  },
  {
    Icon: UsersRound,
    title: "Control de usuarios y roles",
    text: "Administradores, concesionarios y vendedores, cada uno con lo suyo.",
  },
  {
    Icon: Share2,
    title: "Inventario para compartir",
    text: "Un enlace limpio por vehículo, con foto y precio ya visibles en el chat.",
  },
  {
    Icon: HeartHandshake,
    title: "Soporte personalizado",
    text: "Una persona te ayuda a empezar y te responde cuando lo necesitas.",
  },
];

export const testimonial = {
  quote:
    "Antes tardaba media mañana en publicar un coche. Ahora lo fotografío en el patio y, antes de volver a la oficina, el cliente ya tiene el enlace.",
  name: "Marisol Ferrer",
  initials: "MF",
  role: "Gerente de ventas, concesionario familiar",
} as const;

export const questions = [
  {
    question: "¿Cómo consigo una cuenta?",
    answer:
      "Envía la solicitud desde esta página. Verificas tu correo, un administrador la revisa y recibes un aviso cuando puedes entrar.",
  },
  {
    question: "¿Necesito instalar algo?",
    answer:
      "No. Vitrina funciona en el navegador del teléfono, la tableta o el ordenador, también la cámara para leer el VIN.",
  },
  {
    question: "¿Pueden trabajar varios vendedores con el mismo inventario?",
    answer:
      "Sí. Cada vendedor entra con su propia cuenta, ve el inventario de su concesionario y comparte los vehículos con su cliente.",
  },
  {
    question: "¿Qué ve mi cliente cuando le envío un enlace?",
    answer:
      "Una página con las fotos, el precio, la ficha del vehículo y tus datos de contacto. No necesita cuenta y solo ve lo que has publicado.",
  },
] as const;
