import { z } from "zod";
import { plainName } from "./mail-content.ts";

/**
 * A notice as the device shows it (public/sw.js): two lines, the URL that a tap opens, and a tag
 * with which a later notice replaces an earlier one.
 */
export type Notice = { title: string; body: string; url: string; tag: string };

/** `recipient` is set if the reader is the recipient's dealership. */
const NewLead = z.object({
  lead: z.guid(),
  name: z.string(),
  recipient: z.string().optional(),
});
const NewInquiry = NewLead.extend({ vehicle: z.string().optional() });
const NewReferral = NewLead.extend({ referredName: z.string() });

/**
 * Renders a queued push notice by its template name. Others can see the screen, so phones and
 * messages are omitted. Throws for an unknown template or invalid data.
 */
export function renderNotice(template: string, data: unknown): Notice {
  switch (template) {
    case "new-inquiry":
      return newInquiry(NewInquiry.parse(data));
    case "new-referral":
      return newReferral(NewReferral.parse(data));
    case "push-test":
      return {
        title: "Los avisos funcionan",
        body: "Así te avisaremos de cada prospecto nuevo.",
        url: "/leads",
        tag: "push-test",
      };
    default:
      throw new Error(`There is no push notice "${template}"`);
  }
}

function newInquiry({ lead, name, vehicle, recipient }: z.infer<typeof NewInquiry>): Notice {
  const who = plainName(name) ?? "Un cliente";
  return {
    title: vehicle ? `Nueva consulta: ${vehicle}` : "Nueva consulta",
    body: recipient
      ? `${who} ha pedido información a ${recipient}, de tu equipo.`
      : `${who} te ha pedido información.`,
    ...leadTo(lead),
  };
}

function newReferral({ lead, name, recipient, ...given }: z.infer<typeof NewReferral>): Notice {
  const who = plainName(name) ?? "Un cliente";
  const referred = plainName(given.referredName) ?? "un conocido";
  return {
    title: "Nuevo referido",
    body: recipient
      ? `${who} ha referido a ${referred} a ${recipient}, de tu equipo.`
      : `${who} te ha referido a ${referred}.`,
    ...leadTo(lead),
  };
}

function leadTo(lead: string): Pick<Notice, "url" | "tag"> {
  return { url: `/leads?prospecto=${lead}`, tag: lead };
}
