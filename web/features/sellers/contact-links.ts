import { readUrl } from "#contract/text/read-url.ts";
import { whatsappAddress } from "#contract/text/whatsapp-address.ts";
import { mailAddress } from "#web/ui/mail-address.ts";

type Contact = {
  phone?: string | undefined;
  /** The address that calls it. */
  telephone?: string | undefined;
  email?: string | undefined;
  location?: string | undefined;
  locationUrl?: string | undefined;
  whatsapp?: string | undefined;
  instagram?: string | undefined;
  facebook?: string | undefined;
};

/**
 * The ways to reach a seller, ready to be followed; null or absent are those that the seller did
 * not give, or hides. `question` is what a WhatsApp message says. A place without a link of its own
 * is looked up on a map. For loaders.
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

/** What contactLinks gives. */
export type ContactLinks = ReturnType<typeof contactLinks>;

/** What a visitor's message to a dealership says when it is about no vehicle in particular. */
export function dealershipQuestion(name: string): string {
  return `Hola, quiero más información sobre los vehículos de ${name}.`;
}

function mapAddress(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

/**
 * The address of a profile on a social network. Takes what the seller typed: a full web address is
 * kept if it leads to that network, a handle ("@autos") becomes an address; anything else gives
 * null.
 */
export function profileAddress(network: string, typed: string | undefined): string | null {
  const text = typed?.trim() ?? "";
  const handle = /^@?([\w.-]+)$/.exec(text)?.[1];
  if (handle !== undefined && !handle.includes(network)) return `https://www.${network}/${handle}`;
  const address = readUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const belongs = address?.hostname === network || address?.hostname.endsWith(`.${network}`);
  return address && belongs ? address.href : null;
}

/** What a visitor's message says about a vehicle (docs/product/public-pages.md). */
export function vehicleQuestion(vehicle: {
  brand: string;
  model: string;
  vin: string | null;
}): string {
  const vin = vehicle.vin ? ` (${vehicle.vin})` : "";
  return `Hola, quiero más información sobre el ${vehicle.brand} ${vehicle.model}${vin}.`;
}

/** The way to a number with what a message says, or null where there are no digits to call. */
export function whatsappLink(number: string | undefined, text: string): string | null {
  return number && /\d/.test(number) ? whatsappAddress(number, text) : null;
}
