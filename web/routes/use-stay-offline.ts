import { useEffect } from "react";
import { sessionMessages } from "#web/api/messages.ts";
import { toast } from "#web/ui/states/toast.ts";

/**
 * Keeps whoever has no connection on the page: a link that is followed then leads out of the app,
 * since the router loads a page whose code does not arrive by loading the document anew.
 */
export function useStayOffline(): void {
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
