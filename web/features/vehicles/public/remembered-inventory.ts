import { useEffect } from "react";
import { deviceStorage, type PageStorage } from "#web/device-storage.ts";

const key = "vitrina-inventories";

/** As many vehicles as somebody who compares looks at. */
const mostKept = 60;

/** A vehicle's id and the address of the inventory that it was seen in. */
type Memory = [vehicleId: string, inventory: string];

/**
 * Keeps on this device in whose inventory a vehicle was seen. Whoever follows its link again after
 * it was hidden can be led on without the server saying anything about a hidden vehicle.
 */
export function rememberInventory(
  storage: PageStorage,
  vehicleId: string,
  inventory: string,
): void {
  const others = read(storage).filter(([id]) => id !== vehicleId);
  const kept = [[vehicleId, inventory], ...others].slice(0, mostKept);
  storage.setItem(key, JSON.stringify(kept));
}

/** The inventory that the vehicle was last seen in on this device, or null. */
export function recallInventory(storage: PageStorage, vehicleId: string): string | null {
  return read(storage).find(([id]) => id === vehicleId)?.[1] ?? null;
}

function read(storage: PageStorage): Memory[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isMemory) : [];
  } catch {
    return [];
  }
}

/** Only addresses on this site count, whatever else somebody has put there. */
function isMemory(entry: unknown): entry is Memory {
  return Array.isArray(entry) && typeof entry[0] === "string" && /^\/[a-z]/.test(entry[1]);
}

/**
 * Keeps on this device in whose inventory the vehicle was seen; nothing for a seller without one.
 */
export function useRememberedInventory(vehicleId: string, inventory: string | null): void {
  useEffect(() => {
    if (inventory) rememberInventory(deviceStorage, vehicleId, inventory);
  }, [vehicleId, inventory]);
}
