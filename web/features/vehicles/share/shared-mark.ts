import type { SupabaseClient } from "@supabase/supabase-js";
import { useSyncExternalStore } from "react";
import { deviceStorage } from "#web/device-storage.ts";

const STORAGE_KEY = "vitrina-shared";
const CHANGE = "sharemark";

/**
 * Keeps on this device that this account has copied a link to its vehicles, and counts it for the
 * board of sellers. One that could not be counted is no fault of theirs.
 */
export function markShared(supabase: SupabaseClient, accountId: string): void {
  supabase.rpc("record_share").then(undefined, () => undefined);
  deviceStorage.setItem(STORAGE_KEY, accountId);
  dispatchEvent(new Event(CHANGE));
}

/** Whether it has, last of all accounts on this device. */
export function useSharedMark(accountId: string): boolean {
  return useSyncExternalStore(subscribe, () => deviceStorage.getItem(STORAGE_KEY) === accountId);
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGE, listener);
  return () => removeEventListener(CHANGE, listener);
}
