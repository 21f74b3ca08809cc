import type { Vehicle } from "#contract/vehicle.ts";
import { copyLink } from "#web/ui/controls/copy-link.ts";
import { toast } from "#web/ui/states/toast.ts";
import { vehicleMessages } from "../messages.ts";
import { vehicleLinks } from "../vehicle-links.ts";

/**
 * Copies the address of the chosen vehicles' shared page; says so, or why not (product sections 5
 * and 8). Gives the path of that page, to go on to, also when copying failed: its address can be
 * copied there by hand. Null if none is chosen. `vendedor` is the slug of whose link it is, if it
 * is a vendedor's.
 */
export async function shareVehicles(
  chosen: Pick<Vehicle, "id" | "published">[],
  vendedor: string | null,
): Promise<string | null> {
  if (chosen.length === 0) {
    toast({ ...vehicleMessages.nothingSelected, variant: "destructive" });
    return null;
  }
  const ids = chosen.map(({ id }) => id);
  const hidden = chosen.filter(({ published }) => !published).length;
  const note = hidden > 0 ? vehicleMessages.copiedWithHidden(hidden) : undefined;
  await copyLink(vehicleLinks.share(ids, window.location.origin, vendedor), note);
  return vehicleLinks.share(ids, "", vendedor);
}
