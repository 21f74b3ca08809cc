import { z } from "zod";
import { plainName } from "./mail-content.ts";

/**
 * What a device shows (public/sw.js): two lines, the address that a tap opens, and a tag by which a
 * later notice replaces the one before.
 */
export type Notice = { title: string; body: string; url: string; tag: string };

/** `recipient` is there where somebody else reads it: the dealership of whoever was asked. */
const NewLead = z.object({
  lead: z.guid(),
  name: z.string(),
  recipient: z.string().optional(),
});
const NewInquiry = NewLead.extend({ vehicle: z.string().optional() });
const NewReferral = NewLead.extend({ referredName: z.string() });

/**
 * Writes a queued push notice by the name of its template: who asks about what. A screen shows it
 * to whoever is near, so phones and messages stay out. Throws for an unknown template and for data
 * that it does not take.
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
