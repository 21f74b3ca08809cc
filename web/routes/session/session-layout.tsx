import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { sessionMessages } from "#web/api/messages.ts";
import { LinkOffer } from "#web/features/accounts/sign-in/link-offer.tsx";
import { platformLinks } from "#web/pages/platform-links.ts";
import { AuthProvider } from "#web/session/auth-provider.tsx";
import { useClockWrong } from "#web/session/device/device-clock.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { HeldPageContext } from "#web/ui/overlays/held-page.ts";
import { PageSpinner } from "#web/ui/states/spinner.tsx";
import { StatusBar } from "#web/ui/states/status-bar.tsx";
import { prefetchToaster, toast } from "#web/ui/states/toast.ts";
import { AccentStyle } from "#web/ui/theme/accent.tsx";

/** The session is only in the browser, so the server renders just the fallback. */
export async function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export const links = () => platformLinks;

export const shouldRevalidate = () => false;

export function HydrateFallback() {
  const { title, description } = sessionMessages.withoutScript;
  return (
    <>
      <div className="noscript:hidden">
        <PageSpinner />
      </div>
      <noscript>
        <main className="page-width grid min-h-dvh place-content-center gap-2 text-center">
          <h1 className="font-semibold text-lg">{title}</h1>
          <p className="text-muted-foreground">{description}</p>
          <a href="/" className={buttonStyles({ variant: "link" })}>
            Volver al inicio
          </a>
        </main>
      </noscript>
    </>
  );
}

export default function SessionLayout() {
  const [queryClient] = useState(createQueryClient);
  const clearCache = useCallback(() => queryClient.clear(), [queryClient]);
  useEffect(prefetchToaster, []);
  useBlockOfflineLinks();
  useOfflineMutations(queryClient);
  useEffect(() => void registerWorker(), []);
  return (
    <AuthProvider onExpired={showExpiredNotice} onCleared={clearCache} onReport={reportError}>
      <QueryClientProvider client={queryClient}>
        <ActiveAccent />
        <ClockBar />
        <LinkOffer />
        <HeldOutlet />
      </QueryClientProvider>
    </AuthProvider>
  );
}

function HeldOutlet() {
  return (
    <HeldPageContext value={useAuth().holdPage}>
      <Outlet />
    </HeldPageContext>
  );
}

function ActiveAccent() {
  const { activeUser } = useAuth();
  return <AccentStyle accent={activeUser?.config?.page_style?.accent_color} />;
}

function ClockBar() {
  const { title, description } = sessionMessages.clock;
  if (!useClockWrong()) return null;
  return (
    <StatusBar icon={<Clock aria-hidden="true" className="size-4 shrink-0" />} title={title}>
      {description}
    </StatusBar>
  );
}

function showExpiredNotice() {
  toast({ ...sessionMessages.expired, variant: "destructive" });
}

/**
 * Without a connection, queries and mutations fail and say so, except those that wait for one
 * (failure-notice.ts).
 */
function createQueryClient(): QueryClient {
  onlineManager.setOnline(navigator.onLine);
  const networkMode = "always";
  const queries = { staleTime: 15_000, retry: 1, networkMode, refetchOnReconnect: true } as const;
  return new QueryClient({ defaultOptions: { queries, mutations: { networkMode } } });
}

/** Shows a notice when a mutation waits for the connection, and asks before the page is closed. */
function useOfflineMutations(queryClient: QueryClient): void {
  useEffect(() => {
    const acts = queryClient.getMutationCache();
    const waits = () => !navigator.onLine && acts.getAll().some(({ state }) => state.isPaused);
    const ask = (event: BeforeUnloadEvent) => waits() && event.preventDefault();
    const stop = acts.subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "pause" || !waits()) return;
      const { title, waits: description } = sessionMessages.offline;
      toast({ title, description, variant: "destructive" });
    });
    window.addEventListener("beforeunload", ask);
    return () => {
      stop();
      window.removeEventListener("beforeunload", ask);
    };
  }, [queryClient]);
}

/**
 * Registers the service worker that shows an offline page (public/sw.js), in the installed app
 * only: in a tab the browser shows its own. Reading `navigator.serviceWorker` may throw when
 * storage is blocked.
 */
async function registerWorker(): Promise<void> {
  if (!matchMedia("(display-mode: standalone)").matches) return;
  try {
    if ("serviceWorker" in navigator) await navigator.serviceWorker.register("/sw.js");
  } catch (error) {
    reportError(error);
  }
}

/**
 * Blocks links while offline: the router falls back to loading a document when a page's code does
 * not arrive, which would leave the app.
 */
function useBlockOfflineLinks(): void {
  useEffect(() => {
    document.addEventListener("click", blockOfflineLink, true);
    return () => document.removeEventListener("click", blockOfflineLink, true);
  }, []);
}

function blockOfflineLink(event: MouseEvent): void {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (navigator.onLine || !isPlain || !link?.href || link.target) return;
  if (link.origin !== location.origin || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  event.stopPropagation();
  toast({ ...sessionMessages.offline, variant: "destructive" });
}
