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
import { CARD_COLUMNS, CardVehicle, cardTexts } from "../card-vehicle.ts";
import { publicReservedUntil } from "../reserved-until.ts";
import { vehicleLinks } from "../vehicle-links.ts";

/** Number of featured vehicles on a landing (docs/product/storefront.md). */
export const FEATURED = 4;

/** A featured vehicle prepared by a loader, so that browsers need no code for it. */
export type FeaturedVehicle = {
  id: string;
  href: string;
  name: string;
  year: number;
  facts: string;
  price: string;
  /** Text until when it is reserved. */
  reserved: string | null;
  photo: { src: string; srcSet: string | undefined };
};

/**
 * Prepares a featured vehicle; its link carries the salesperson from the followed link. For
 * loaders.
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
    ...cardTexts(vehicle, units),
    reserved: publicReservedUntil(vehicle.reserved_until, units),
    photo: {
      src: imageRendition(cover, { width: 640 }),
      srcSet: imageSrcSet(cover, CARD_WIDTHS),
    },
  };
}

/**
 * The vehicles currently featured on a dealership's landing, as its own people read them. Throws
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
