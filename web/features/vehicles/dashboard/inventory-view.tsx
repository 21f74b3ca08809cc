import { LayoutGrid, Table2 } from "lucide-react";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { deviceStorage } from "#web/device-storage.ts";
import { classNames } from "#web/ui/class-names.ts";
import { useLazyModule } from "#web/ui/overlays/use-lazy-module.ts";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { tableMessages } from "../messages.ts";

type View = "cards" | "table";

const STORAGE_KEY = "vitrina-inventory-view";
/** Below this width half of the table's columns would be hidden. */
const WIDE = "(min-width: 64rem)";

/**
 * Cards or table, remembered per device. The table's code is loaded when it is opened; if that
 * fails, the cards stay.
 */
export function useInventoryView() {
  const table = useLazyModule(() => import("./vehicle-table.tsx"));
  const wide = useSyncExternalStore(watchWidth, () => matchMedia(WIDE).matches);
  const [chosen, setChosen] = useState(readView);
  const wanted = wide && chosen === "table";
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, when first needed
  useLayoutEffect(() => {
    if (wanted) table.request();
  }, [wanted]);

  const choose = (view: View) => {
    setChosen(view);
    deviceStorage.setItem(STORAGE_KEY, view);
    if (view === "table" && wanted) table.request();
  };
  const Table = wanted ? (table.part?.VehicleTable ?? null) : null;
  const waiting = wanted && table.waiting && Table === null;
  const shown: View = Table || waiting ? "table" : "cards";
  return { shown, choose, prefetch: table.prefetch, Table, waiting };
}

function watchWidth(onChange: () => void): () => void {
  const width = matchMedia(WIDE);
  width.addEventListener("change", onChange);
  return () => width.removeEventListener("change", onChange);
}

function readView(): View {
  return deviceStorage.getItem(STORAGE_KEY) === "table" ? "table" : "cards";
}

const VIEWS = [
  { view: "cards", Icon: LayoutGrid },
  { view: "table", Icon: Table2 },
] as const;

/** Switches between cards and table on wide screens. */
export function ViewSwitch({ view }: { view: ReturnType<typeof useInventoryView> }) {
  return (
    <fieldset className="flex gap-0.5 rounded-lg bg-muted p-0.5 max-lg:hidden">
      <legend className="sr-only">{tableMessages.view}</legend>
      {VIEWS.map(({ view: name, Icon }) => (
        <button
          key={name}
          type="button"
          aria-pressed={view.shown === name}
          onClick={() => view.choose(name)}
          onPointerEnter={view.prefetch}
          onFocus={view.prefetch}
          className={classNames(
            "inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 font-medium text-muted-foreground text-sm transition-colors hover:text-foreground",
            view.shown === name && "bg-card text-foreground shadow-card dark:bg-background",
          )}
        >
          <Icon aria-hidden="true" className="size-4" />
          <span>{tableMessages.views[name]}</span>
        </button>
      ))}
    </fieldset>
  );
}

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/** Placeholder of the table while its code loads, with the same sizes. */
export function VehicleTableSkeleton() {
  return (
    <div role="status" className="rounded-xl border bg-card shadow-card">
      <span className="sr-only">Cargando...</span>
      <div className="h-11 border-b" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-14 items-center gap-4 border-b px-4 last:border-b-0">
          <Skeleton className="size-5" />
          <Skeleton className="h-10.5 w-14" />
          <Skeleton className="h-4 w-48" />
          <Skeleton className="ml-auto h-4 w-1/3" />
        </div>
      ))}
    </div>
  );
}
