import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { whatsappNumber } from "#web/api/phone-number.ts";
import { dealershipQuestion, whatsappLink } from "./contact-links.ts";
import { PublicSeller, SELLER_COLUMNS } from "./public-seller.ts";

/** A vendedor as the landing of the dealership shows one. */
export type TeamPerson = {
  id: string;
  name: string;
  portrait: string | null;
  whatsapp: string | null;
  /** Their own page. */
  href: string;
};

/** Prepares a vendedor of a dealership for its landing; null without a page. For loaders. */
export function teamPerson(
  person: PublicSeller,
  page: { dealership: string; portrait: string | null; country: string },
): TeamPerson | null {
  if (!person.slug) return null;
  return {
    id: person.id,
    name: person.name,
    portrait: page.portrait,
    whatsapp: whatsappLink(
      whatsappNumber(person.whatsapp, page.country),
      dealershipQuestion(page.dealership),
    ),
    href: `/s/${person.slug}`,
  };
}

/** The people whom a dealership's landing shows now, as its own account reads them. */
export function publicTeamQuery(supabase: SupabaseClient, dealershipId: string) {
  return queryOptions({
    queryKey: ["team", "public", dealershipId],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("profiles")
        .select(SELLER_COLUMNS)
        .eq("dealership_id", dealershipId)
        .eq("is_active", true)
        .order("full_name")
        .order("id")
        .abortSignal(signal);
      if (error) throw error;
      return z.array(PublicSeller).parse(data);
    },
  });
}
