import type { SupabaseClient } from "@supabase/supabase-js";
import { useSyncExternalStore } from "react";
import { deviceStorage } from "#web/device-storage.ts";

const STORAGE_KEY = "vitrina-shared";
const CHANGE = "sharemark";

/**
 * Remembers on this device that the account has copied a link, and counts it for the seller board.
 * A failed count is ignored.
 */
export function rememberShared(supabase: SupabaseClient, accountId: string): void {
  supabase.rpc("record_share").then(undefined, () => undefined);
  deviceStorage.setItem(STORAGE_KEY, accountId);
  dispatchEvent(new Event(CHANGE));
}

/** Whether the account was the last one on this device to copy a link. */
export function useHasShared(accountId: string): boolean {
  return useSyncExternalStore(subscribe, () => deviceStorage.getItem(STORAGE_KEY) === accountId);
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGE, listener);
  return () => removeEventListener(CHANGE, listener);
}
