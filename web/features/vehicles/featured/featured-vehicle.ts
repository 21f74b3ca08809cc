import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { Units } from "#contract/units.ts";
import {
  CARD_WIDTHS,
  FALLBACK_IMAGE,
  imageRendition,
  imageSrcSet,
} from "#web/ui/picture/photo-addresses.ts";
import { CARD_COLUMNS, CardVehicle, cardWords } from "../card-vehicle.ts";
import { publicReservedUntil } from "../reserved-until.ts";
import { vehicleLinks } from "../vehicle-links.ts";

/** So many vehicles a dealership's landing features (docs/product/storefront.md). */
export const FEATURED = 4;

/**
 * A vehicle as a dealership's landing features one: every word ready to be read, so that browsers
 * need no code for them.
 */
export type FeaturedVehicle = {
  id: string;
  href: string;
  name: string;
  year: number;
  facts: string;
  price: string;
  /** Until when it is reserved. */
  reserved: string | null;
  photo: { src: string; srcSet: string | undefined };
};

/**
 * Prepares a featured vehicle, for loaders; its link carries the vendedor whose link was followed.
 */
export function featuredVehicle(
  vehicle: CardVehicle,
  units: Units,
  vendedor: string | null,
): FeaturedVehicle {
  const { id, brand, model, year } = vehicle;
  const cover = vehicle.cover ?? FALLBACK_IMAGE;
  return {
    id,
    href: vehicleLinks.publicPage(id, "", vendedor),
    name: `${brand} ${model}`,
    year,
    ...cardWords(vehicle, units),
    reserved: publicReservedUntil(vehicle.reserved_until, units),
    photo: {
      src: imageRendition(cover, { width: 640 }),
      srcSet: imageSrcSet(cover, CARD_WIDTHS),
    },
  };
}

/**
 * The vehicles that a dealership's landing features now, as its own people read them. Throws
 * PostgREST's error.
 */
export function featuredQuery(supabase: SupabaseClient, dealershipId: string) {
  return queryOptions({
    queryKey: ["vehicles", "featured", dealershipId],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("vehicles")
        .select(CARD_COLUMNS)
        .eq("user_id", dealershipId)
        .eq("status", "Disponible")
        .eq("published", true)
        .order("created_at", { ascending: false })
        .order("id", { ascending: false })
        .limit(FEATURED)
        .abortSignal(signal);
      if (error) throw error;
      return z.array(CardVehicle).parse(data);
    },
  });
}
