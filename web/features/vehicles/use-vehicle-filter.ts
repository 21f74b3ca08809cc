import { useCallback, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { rememberDashboardSearch } from "./dashboard-address.ts";
import type { VehicleFilter } from "./filter-vehicles.ts";

/** The names in the address; what is empty is left out. */
const PARAMETERS = { text: "q", status: "estado", brand: "marca" } as const;
/** Safari refuses more than 100 history changes in 30 s, so typing is written down once it pauses. */
const PAUSE_MILLISECONDS = 250;

/** The filter bar's state, kept in the address: a reload, a bookmark or the way back keeps it. */
export function useVehicleFilter() {
  const [parameters, setParameters] = useSearchParams();
  const { search } = useLocation();
  const [filter, setFilter] = useState<VehicleFilter>(() => readFilter(parameters));

  useEffect(() => {
    const timer = setTimeout(() => {
      if (sameFilter(filter, readFilter(parameters))) return;
      setParameters((current) => writeFilter(current, filter), {
        replace: true,
        preventScrollReset: true,
      });
    }, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [filter, parameters, setParameters]);

  useEffect(() => rememberDashboardSearch(search), [search]);

  const change = useCallback(
    (part: Partial<VehicleFilter>) => setFilter((current) => ({ ...current, ...part })),
    [],
  );
  return { filter, change };
}

function readFilter(parameters: URLSearchParams): VehicleFilter {
  return {
    text: parameters.get(PARAMETERS.text) ?? "",
    status: parameters.get(PARAMETERS.status) ?? "",
    brand: parameters.get(PARAMETERS.brand) ?? "",
  };
}

function writeFilter(current: URLSearchParams, filter: VehicleFilter): URLSearchParams {
  const next = new URLSearchParams(current);
  next.set(PARAMETERS.text, filter.text);
  next.set(PARAMETERS.status, filter.status);
  next.set(PARAMETERS.brand, filter.brand);
  for (const name of Object.values(PARAMETERS)) if (!next.get(name)) next.delete(name);
  return next;
}

function sameFilter(one: VehicleFilter, other: VehicleFilter): boolean {
  return one.text === other.text && one.status === other.status && one.brand === other.brand;
}
