import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

/**
 * Whether this device shows a notice of each new lead: 'unsupported' where its browser cannot,
 * 'blocked' where the person has forbidden it in the browser.
 */
export type NoticeState = "unsupported" | "blocked" | "off" | "on";

/** The browser asked whether notices are allowed, and they are not. */
export class NotAllowedError extends Error {}

/** What the browser says, and the server of whose it is. Throws PostgREST's error. */
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

/** Without HTTPS there is none of them; on an iPhone the last only in an installed app. */
function isSupported(): boolean {
  return "serviceWorker" in navigator && "Notification" in window && "PushManager" in window;
}

/** A tablet of Apple says that it is a Mac. */
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
 * Asks the browser, subscribes and tells the server. To be called by the press itself, for only
 * then
 * browsers ask. One that was subscribed for somebody else, or with another key, begins anew. Throws
 * NotAllowedError, PostgREST's error or the browser's own.
 */
export async function switchOn(supabase: SupabaseClient): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new NotAllowedError();
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

/** The server forgets this browser first, so that it stays off whatever the browser does. */
export async function switchOff(supabase: SupabaseClient): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  const { error } = await supabase.from("push_subscriptions").delete().eq("endpoint", endpoint);
  if (error) throw error;
  await subscription.unsubscribe();
}

/** Has a notice sent to this device. Throws PostgREST's error. */
export async function sendTest(supabase: SupabaseClient): Promise<void> {
  const subscription = await findSubscription();
  const { error } = await supabase.rpc("send_test_push", {
    p_endpoint: subscription?.endpoint ?? "",
  });
  if (error) throw error;
}
