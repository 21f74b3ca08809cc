import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

/** Says that there is no connection, as long as there is none. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <p
      role="status"
      className="flex min-h-9 items-center justify-center gap-2 bg-warning-soft px-4 py-1.5 text-center text-sm text-warning-ink"
    >
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      <span>
        <strong className="font-semibold">Sin conexión.</strong> Se actualiza cuando vuelva.
      </span>
    </p>
  );
}

function follow(tell: () => void): () => void {
  window.addEventListener("online", tell);
  window.addEventListener("offline", tell);
  return () => {
    window.removeEventListener("online", tell);
    window.removeEventListener("offline", tell);
  };
}
