import {
  BellRing,
  HeartHandshake,
  Images,
  type LucideIcon,
  ScanLine,
  Share2,
  UsersRound,
} from "lucide-react";

/** Texts of the landing page (docs/product/public-pages.md). */
export const steps = [
  {
    title: "Escanea el VIN",
    text: "Apunta la cámara al código o escribe los 17 caracteres: marca, modelo y año se completan solos.",
  },
  {
    title: "Completa la información",
    text: "Añade precio, millaje y fotos ahí mismo en el patio. La primera foto es la portada.",
  },
  {
    title: "Gestiona y vende",
    text: "Publica, comparte el enlace por WhatsApp y, cuando se va, márcalo como vendido.",
  },
] as const;

export const benefits: { Icon: LucideIcon; title: string; text: string }[] = [
  {
    Icon: ScanLine,
    title: "Escaneo automático de VIN",
    text: "Marca, modelo y año salen del propio código.",
  },
  {
    Icon: Images,
    title: "Carga múltiple de imágenes",
    text: "Todas a la vez, y en el orden que elijas.",
  },
  {
    Icon: BellRing,
    title: "Notificaciones por correo",
    text: "Cada consulta y cada referido, y queda guardado.",
  },
  {
    Icon: UsersRound,
    title: "Control de usuarios y roles",
    text: "Cada vendedor con su cuenta y sus permisos.",
  },
  {
    Icon: Share2,
    title: "Inventario para compartir",
    text: "Un enlace con foto y precio, listo para el chat.",
  },
  {
    Icon: HeartHandshake,
    title: "Soporte personalizado",
    text: "Una persona te ayuda cuando algo no sale.",
  },
];

/** Quote of the demo dealership, which the page's pictures show. */
export const testimonial = {
  quote:
    "Lo fotografío en el patio y, antes de volver a la oficina, el cliente ya tiene el enlace.",
  name: "Marisol Ferrer",
  initials: "MF",
  role: "Gerente de ventas en Autos del Valle, el concesionario de la demo",
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
