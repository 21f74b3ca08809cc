import { mailAddress } from "#web/ui/mail-address.ts";
import { profileAddress } from "./profile-address.ts";
import { whatsappLink } from "./whatsapp-link.ts";

type Contact = {
  phone?: string | undefined;
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
  const { phone, email, location, locationUrl } = contact;
  const social = [
    { name: "Instagram", href: profileAddress("instagram.com", contact.instagram) },
    { name: "Facebook", href: profileAddress("facebook.com", contact.facebook) },
  ];
  return {
    call: phone ? { text: phone, href: `tel:${phone.replaceAll(/[^\d+]/g, "")}` } : null,
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
