import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { whatsappNumber } from "#web/api/phone-number.ts";
import { dealershipQuestion, whatsappLink } from "./contact-links.ts";
import { PublicSeller, SELLER_COLUMNS } from "./public-seller.ts";

/** A salesperson as shown on the dealership's landing. */
export type TeamPerson = {
  id: string;
  name: string;
  portrait: string | null;
  whatsapp: string | null;
  /** URL of their page. */
  href: string;
};

/** Prepares a salesperson for the dealership's landing; null without a page. For loaders. */
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

/** The people currently shown on a dealership's landing, as the dealership itself reads them. */
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
