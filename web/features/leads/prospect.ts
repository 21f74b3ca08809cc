import type { Lead } from "#contract/lead.ts";

/** Whom a lead is about: of an inquiry its sender, of a referral the friend. */
export type Prospect = { name: string; phone: string | null; email: string | null };

/** The person to answer. */
export function prospectOf(lead: Lead): Prospect {
  if (lead.referred_name === null) return { name: lead.name, phone: lead.phone, email: lead.email };
  return { name: lead.referred_name, phone: lead.referred_phone, email: null };
}

/** A phone as it is read; American numbers in groups, others as they are kept. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3");
}
