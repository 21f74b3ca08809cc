/** Where a vehicle's pages live (spec section 2). `origin` makes the address absolute, for copying and sharing. */
export const vehicleLinks = {
  detail: (id: string) => `/vehicle/${id}`,
  edit: (id: string) => `/edit-vehicle/${id}`,
  publicPage: (id: string, origin = "") => `${origin}/public/vehicle/${id}`,
  share: (ids: string[], origin = "") => `${origin}/share?ids=${ids.join(",")}`,
};
