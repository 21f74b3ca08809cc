import { UNNAMED_CUSTOMER } from "#contract/customers/contact-tap.ts";
import type { Lead } from "#contract/customers/lead.ts";
import { callAddress } from "#contract/text/call-address.ts";
import { whatsappAddress } from "#contract/text/whatsapp-address.ts";
import { mailAddress } from "#web/ui/mail-address.ts";
import { prospectOf } from "../describe-lead.ts";

/** A vehicle to suggest to a customer, with its page URL. */
export type SuggestedVehicle = { title: string; address: string };

/** Whether the vehicle of a lead has been sold. */
export function isSold({ vehicle }: Lead): boolean {
  return vehicle?.status === "Vendido";
}

/** Links for replying to a lead; null if the contact data is missing. */
export type AnswerLinks = { whatsapp: string | null; call: string | null; email: string | null };

/**
 * Builds the links for replying, with a greeting in WhatsApp and mail. `from` is the sender's name;
 * `others` are suggested instead of a sold vehicle.
 */
export function answerLinks(
  lead: Lead,
  from: string,
  others: SuggestedVehicle[] = [],
): AnswerLinks {
  const { phone, email } = prospectOf(lead);
  const text = greeting(lead, from, others);
  return {
    whatsapp: phone && chatAddress(phone, text),
    call: phone && callAddress(phone),
    email: email && mailWith(email, subject(lead), text),
  };
}

/** WhatsApp needs a number with a country code (contract, Lead). */
function chatAddress(phone: string, text: string): string | null {
  return /^\+\d{6,}$/.test(phone) ? whatsappAddress(phone, text) : null;
}

function mailWith(email: string, about: string, text: string): string {
  return `${mailAddress(email)}?subject=${encodeURIComponent(about)}&body=${encodeURIComponent(text)}`;
}

function subject({ vehicle_title }: Lead): string {
  return vehicle_title ? `Tu consulta sobre el ${vehicle_title}` : "Tu consulta";
}

function greeting(lead: Lead, from: string, others: SuggestedVehicle[]): string {
  const { name } = prospectOf(lead);
  const whom = name === UNNAMED_CUSTOMER ? "" : ` ${firstName(name)}`;
  return `Hola${whom}, te saluda ${from}. ${reason(lead, others)}`;
}

function reason(lead: Lead, others: SuggestedVehicle[]): string {
  const { kind, name, vehicle_title } = lead;
  if (kind === "referral") {
    return `${firstName(name)} nos dio tu contacto. ¿Qué vehículo estás buscando?`;
  }
  if (vehicle_title && isSold(lead)) {
    const thanks = `Gracias por tu interés en el ${vehicle_title}. Ya se vendió, pero`;
    if (others.length === 0) return `${thanks} te puedo mostrar otros parecidos. ¿Qué buscas?`;
    const list = others.map(({ title, address }) => `• ${title}: ${address}`).join("\n");
    return `${thanks} tenemos otros que te pueden gustar:\n${list}\n¿Te gustaría ver alguno?`;
  }
  if (vehicle_title) {
    return `Gracias por tu interés en el ${vehicle_title}. ¿Cuándo te gustaría verlo?`;
  }
  return "Gracias por escribirnos. ¿En qué podemos ayudarte?";
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}
