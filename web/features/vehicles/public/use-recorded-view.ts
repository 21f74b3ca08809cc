import { useEffect } from "react";
import { deviceStorage } from "#web/session/device-storage.ts";
import { recordView } from "./record-view.ts";
import { storedAccessToken } from "./stored-access-token.ts";

/**
 * Counts one view once the page is really seen: a tab in the background waits until somebody looks
 * at it.
 */
export function useRecordedView(vehicleId: string, anonKey: string): void {
  useEffect(() => {
    const record = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", record);
      const apiUrl = window.location.origin;
      const storage = deviceStorage();
      const accessToken = storage && storedAccessToken(storage);
      void recordView({ vehicleId, apiUrl, anonKey, accessToken });
    };
    document.addEventListener("visibilitychange", record);
    record();
    return () => document.removeEventListener("visibilitychange", record);
  }, [vehicleId, anonKey]);
}
