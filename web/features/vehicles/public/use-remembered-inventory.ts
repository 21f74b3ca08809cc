import { useEffect } from "react";
import { deviceStorage } from "#web/session/device-storage.ts";
import { rememberInventory } from "./remembered-inventory.ts";

/**
 * Keeps on this device in whose inventory the vehicle was seen; nothing for a seller without one.
 */
export function useRememberedInventory(vehicleId: string, inventory: string | null): void {
  useEffect(() => {
    const storage = deviceStorage();
    if (storage && inventory) rememberInventory(storage, vehicleId, inventory);
  }, [vehicleId, inventory]);
}
