import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { StatusBar } from "./status-bar.tsx";

/** A bar while there is no connection. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <StatusBar
      icon={<WifiOff aria-hidden="true" className="size-4 shrink-0" />}
      title="Sin conexión"
    >
      Se actualiza cuando vuelva.
    </StatusBar>
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
