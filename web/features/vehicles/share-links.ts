import type { Vehicle } from "#contract/vehicle.ts";
import { toast } from "#web/ui/toast.ts";
import { vehicleMessages } from "./messages.ts";
import { vehicleLinks } from "./vehicle-links.ts";

/**
 * Copies the address of the chosen vehicles' shared page; says so, or why not (spec sections 5 and 8). Gives the path
 * of that page, to go on to, also when copying failed: its address can be copied there by hand. Null if none is chosen.
 */
export async function shareVehicles(
  chosen: Pick<Vehicle, "id" | "published">[],
): Promise<string | null> {
  if (chosen.length === 0) {
    toast({ ...vehicleMessages.nothingSelected, variant: "destructive" });
    return null;
  }
  const ids = chosen.map(({ id }) => id);
  const hidden = chosen.filter(({ published }) => !published).length;
  const note = hidden > 0 ? vehicleMessages.copiedWithHidden(hidden) : undefined;
  await copyLink(vehicleLinks.share(ids, window.location.origin), note);
  return vehicleLinks.share(ids);
}

/** Copies an address to the clipboard; says whether that worked, and a note about what it leads to if there is one. */
export async function copyLink(address: string, note?: string): Promise<void> {
  const { title, description } = vehicleMessages.copied;
  try {
    await navigator.clipboard.writeText(address);
    toast({ title, description: note ?? description, variant: "success" });
  } catch {
    toast({ ...vehicleMessages.copyFailed, variant: "destructive" });
  }
}
