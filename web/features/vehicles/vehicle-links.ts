import { attributedLink } from "#web/session/attributed-link.ts";

/**
 * Where a vehicle's pages live (product section 2). `origin` makes the address absolute, for
 * copying and sharing; `vendedor` is the slug of whose link it is, if it is a vendedor's.
 */
export const vehicleLinks = {
  detail: (id: string) => `/vehicle/${id}`,
  edit: (id: string) => `/edit-vehicle/${id}`,
  publicPage: (id: string, origin = "", vendedor: string | null = null) =>
    attributedLink(`${origin}/public/vehicle/${id}`, vendedor),
  share: (ids: string[], origin = "", vendedor: string | null = null) =>
    attributedLink(`${origin}/share?ids=${ids.join(",")}`, vendedor),
};
