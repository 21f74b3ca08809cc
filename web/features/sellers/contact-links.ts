import { readUrl } from "#contract/text/read-url.ts";
import { whatsappAddress } from "#contract/text/whatsapp-address.ts";
import { mailAddress } from "#web/ui/mail-address.ts";

type Contact = {
  phone?: string | undefined;
  /** The tel: href. */
  telephone?: string | undefined;
  email?: string | undefined;
  location?: string | undefined;
  locationUrl?: string | undefined;
  whatsapp?: string | undefined;
  instagram?: string | undefined;
  facebook?: string | undefined;
};

/**
 * Contact links of a seller; null or absent if missing or hidden. `question` is the text of the
 * WhatsApp message. An address without a map link becomes a map search. For loaders.
 */
export function contactLinks(contact: Contact, question: string) {
  const { phone, telephone, email, location, locationUrl } = contact;
  const social = [
    { name: "Instagram", href: profileAddress("instagram.com", contact.instagram) },
    { name: "Facebook", href: profileAddress("facebook.com", contact.facebook) },
  ];
  return {
    call: phone && telephone ? { text: phone, href: telephone } : null,
    email: email ? { text: email, href: mailAddress(email) } : null,
    place:
      location || locationUrl
        ? {
            text: location ?? "Ver en el mapa",
            href: locationUrl ?? mapAddress(location ?? ""),
            isWritten: location !== undefined,
          }
        : null,
    whatsapp: whatsappLink(contact.whatsapp, question),
    social: social.flatMap(({ name, href }) => (href ? [{ name, href }] : [])),
  };
}

export type ContactLinks = ReturnType<typeof contactLinks>;

/** WhatsApp text for a general question to a dealership. */
export function dealershipQuestion(name: string): string {
  return `Hola, quiero más información sobre los vehículos de ${name}.`;
}

function mapAddress(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

/**
 * The profile URL on a social network. Accepts a URL on that network or a handle ("@autos"); null
 * for anything else.
 */
export function profileAddress(network: string, typed: string | undefined): string | null {
  const text = typed?.trim() ?? "";
  const handle = /^@?([\w.-]+)$/.exec(text)?.[1];
  if (handle !== undefined && !handle.includes(network)) return `https://www.${network}/${handle}`;
  const address = readUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const belongs = address?.hostname === network || address?.hostname.endsWith(`.${network}`);
  return address && belongs ? address.href : null;
}

/** WhatsApp text about a vehicle (docs/product/public-pages.md). */
export function vehicleQuestion(vehicle: {
  brand: string;
  model: string;
  vin: string | null;
}): string {
  const vin = vehicle.vin ? ` (${vehicle.vin})` : "";
  return `Hola, quiero más información sobre el ${vehicle.brand} ${vehicle.model}${vin}.`;
}

/** A wa.me link with a text; null for a number without digits. */
export function whatsappLink(number: string | undefined, text: string): string | null {
  return number && /\d/.test(number) ? whatsappAddress(number, text) : null;
}
