import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

/**
 * Whether this device shows a notification for each new lead: 'unsupported' by the browser,
 * 'blocked' by the person in the browser's settings.
 */
export type NoticeState = "unsupported" | "blocked" | "off" | "on";

/** Thrown when the person denies the browser's permission prompt. */
export class PermissionDeniedError extends Error {}

/**
 * Checks the browser's subscription and whether the server has it for this person. Throws
 * PostgREST's error.
 */
export function noticeStateQuery(supabase: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: ["device-notices", userId],
    queryFn: async (): Promise<NoticeState> => {
      if (!isSupported()) return "unsupported";
      if (Notification.permission === "denied") return "blocked";
      const subscription = await findSubscription();
      if (!subscription) return "off";
      const { data, error } = await supabase.from("push_subscriptions").select("endpoint");
      if (error) throw error;
      const own = z.array(z.object({ endpoint: z.string() })).parse(data);
      return own.some(({ endpoint }) => endpoint === subscription.endpoint) ? "on" : "off";
    },
    staleTime: 0,
  });
}

/** Needs HTTPS; on an iPhone push works only in an installed app. */
function isSupported(): boolean {
  return "serviceWorker" in navigator && "Notification" in window && "PushManager" in window;
}

/** An iPad reports itself as a Mac. */
export function isApplePhone(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent) || isTouchMac();
}

function isTouchMac(): boolean {
  return navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1;
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Requests permission, subscribes and registers with the server. Call it directly in a press
 * handler, because browsers prompt only then. A subscription of another person or key is replaced.
 * Throws PermissionDeniedError, PostgREST's error or the browser's.
 */
export async function enableNotices(supabase: SupabaseClient): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new PermissionDeniedError();
  const answer = await fetch("/_push/key");
  if (!answer.ok) throw new Error(`No key: ${answer.status}`);
  const applicationServerKey = await answer.text();
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { keys } = subscription.toJSON();
  const { error } = await supabase.rpc("subscribe_to_push", {
    p_endpoint: subscription.endpoint,
    p_p256dh: keys?.p256dh ?? "",
    p_auth: keys?.auth ?? "",
  });
  if (!error) return;
  await subscription.unsubscribe();
  throw error;
}

/** Deletes the subscription on the server first, so that it is off even if the browser fails. */
export async function disableNotices(supabase: SupabaseClient): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  const { error } = await supabase.from("push_subscriptions").delete().eq("endpoint", endpoint);
  if (error) throw error;
  await subscription.unsubscribe();
}

/** Sends a test notification to this device. Throws PostgREST's error. */
export async function sendTestNotice(supabase: SupabaseClient): Promise<void> {
  const subscription = await findSubscription();
  const { error } = await supabase.rpc("send_test_push", {
    p_endpoint: subscription?.endpoint ?? "",
  });
  if (error) throw error;
}
