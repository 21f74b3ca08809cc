import { useEffect } from "react";
import { deviceStorage, type PageStorage } from "#web/device-storage.ts";

const key = "vitrina-inventories";

/** As many vehicles as a person is likely to compare. */
const MAX_REMEMBERED = 60;

/** A vehicle's ID and the path of the inventory in which it was seen. */
type Memory = [vehicleId: string, inventory: string];

/**
 * Remembers on this device in which inventory a vehicle was seen. A visitor who returns after it
 * was hidden can be sent there without the server revealing anything about hidden vehicles.
 */
export function rememberInventory(
  storage: PageStorage,
  vehicleId: string,
  inventory: string,
): void {
  const others = read(storage).filter(([id]) => id !== vehicleId);
  const entries = [[vehicleId, inventory], ...others].slice(0, MAX_REMEMBERED);
  storage.setItem(key, JSON.stringify(entries));
}

/** The inventory in which the vehicle was last seen on this device, or null. */
export function recallInventory(storage: PageStorage, vehicleId: string): string | null {
  return read(storage).find(([id]) => id === vehicleId)?.[1] ?? null;
}

function read(storage: PageStorage): Memory[] {
  try {
    const entries: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(entries) ? entries.filter(isMemory) : [];
  } catch {
    return [];
  }
}

/** Accepts only paths on this site, because storage can be tampered with. */
function isMemory(entry: unknown): entry is Memory {
  return Array.isArray(entry) && typeof entry[0] === "string" && /^\/[a-z]/.test(entry[1]);
}

/** Remembers the inventory of a vehicle; does nothing for a seller without one. */
export function useRememberedInventory(vehicleId: string, inventory: string | null): void {
  useEffect(() => {
    if (inventory) rememberInventory(deviceStorage, vehicleId, inventory);
  }, [vehicleId, inventory]);
}
