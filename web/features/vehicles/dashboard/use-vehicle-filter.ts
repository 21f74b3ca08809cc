import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { rememberDashboardSearch } from "./dashboard-address.ts";
import type { VehicleFilter } from "./filter-vehicles.ts";

/** The names in the address; what is empty is left out. */
const PARAMETERS = { text: "q", status: "estado", brand: "marca" } as const;
/** Safari refuses more than 100 changes of the address in 30 s; the last one is made up for. */
const RETRY_MILLISECONDS = 1000;

/** The filter bar's state, kept in the address: a reload, a bookmark or the way back keeps it. */
export function useVehicleFilter() {
  const { key } = useLocation();
  const [filter, setFilter] = useState(readFilter);

  // A link to the dashboard, or the way back, brings a filter of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another visit
  useEffect(() => setFilter(readFilter()), [key]);
  useEffect(() => writeFilter(filter), [filter]);

  const change = useCallback(
    (part: Partial<VehicleFilter>) => setFilter((current) => ({ ...current, ...part })),
    [],
  );
  return { filter, change };
}

function readFilter(): VehicleFilter {
  const parameters = new URLSearchParams(window.location.search);
  return {
    text: parameters.get(PARAMETERS.text) ?? "",
    status: parameters.get(PARAMETERS.status) ?? "",
    brand: parameters.get(PARAMETERS.brand) ?? "",
  };
}

/**
 * Puts the filter into the address at once, without a navigation: that would draw the page anew
 * with each key, and one that came late would take back the link that somebody has followed
 * meanwhile. Gives what stops a write that is still due.
 */
function writeFilter(filter: VehicleFilter): () => void {
  const parameters = new URLSearchParams(window.location.search);
  parameters.set(PARAMETERS.text, filter.text);
  parameters.set(PARAMETERS.status, filter.status);
  parameters.set(PARAMETERS.brand, filter.brand);
  for (const name of Object.values(PARAMETERS)) {
    if (!parameters.get(name)) parameters.delete(name);
  }
  const search = parameters.size > 0 ? `?${parameters}` : "";
  rememberDashboardSearch(search);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    try {
      const { history, location } = window;
      if (location.search !== search) {
        history.replaceState(history.state, "", `${location.pathname}${search}`);
      }
    } catch {
      timer = setTimeout(write, RETRY_MILLISECONDS);
    }
  };
  write();
  return () => clearTimeout(timer);
}
