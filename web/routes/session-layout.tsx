import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { sessionMessages } from "#web/api/messages.ts";
import { LinkOffer } from "#web/features/accounts/sign-in/link-offer.tsx";
import { AuthProvider } from "#web/session/auth-provider.tsx";
import { useAuth } from "#web/session/use-auth.ts";
import { PageSpinner } from "#web/ui/states/spinner.tsx";
import { prefetchToaster, toast } from "#web/ui/states/toast.ts";
import { AccentStyle } from "#web/ui/theme/accent.tsx";
import { platformLinks } from "./platform-links.ts";

/**
 * Everything below has a session, which lives in the browser: the server renders only the fallback.
 */
export async function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export const links = () => platformLinks;

export const shouldRevalidate = () => false;

export function HydrateFallback() {
  return <PageSpinner />;
}

export default function SessionLayout() {
  const [queryClient] = useState(createQueryClient);
  const forget = useCallback(() => queryClient.clear(), [queryClient]);
  useEffect(prefetchToaster, []);
  useStayOffline();
  useEffect(registerWorker, []);
  return (
    <AuthProvider onExpired={tellExpired} onCleared={forget} onReport={reportError}>
      <QueryClientProvider client={queryClient}>
        <ActiveAccent />
        <LinkOffer />
        <Outlet />
      </QueryClientProvider>
    </AuthProvider>
  );
}

function ActiveAccent() {
  const { activeUser } = useAuth();
  return <AccentStyle accent={activeUser?.config?.page_style?.accent_color} />;
}

function tellExpired() {
  toast({ ...sessionMessages.expired, variant: "destructive" });
}

/**
 * Without a connection a read or an act fails and is told; the library's own way is to wait for one
 * without a word.
 */
function createQueryClient(): QueryClient {
  const networkMode = "always";
  const queries = { staleTime: 15_000, retry: 1, networkMode, refetchOnReconnect: true } as const;
  return new QueryClient({ defaultOptions: { queries, mutations: { networkMode } } });
}

/**
 * The worker that says so when a page does not arrive (public/sw.js), where the app is installed:
 * elsewhere the browser has a page of its own for that.
 */
function registerWorker(): void {
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  if (isInstalled && "serviceWorker" in navigator) {
    navigator.serviceWorker.register("/sw.js").catch(reportError);
  }
}

/**
 * Keeps whoever has no connection on the page: a link that is followed then leads out of the app,
 * since the router loads a page whose code does not arrive by loading the document anew.
 */
function useStayOffline(): void {
  useEffect(() => {
    document.addEventListener("click", stay, true);
    return () => document.removeEventListener("click", stay, true);
  }, []);
}

function stay(event: MouseEvent): void {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (navigator.onLine || !isPlain || !link?.href || link.target) return;
  if (link.origin !== location.origin || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  event.stopPropagation();
  toast({ ...sessionMessages.offline, variant: "destructive" });
}
