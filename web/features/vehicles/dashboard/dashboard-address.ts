let lastSearch = "";

/**
 * Remembers the filters in the dashboard's address, so that the way back leads to the same list.
 */
export function rememberDashboardSearch(search: string): void {
  lastSearch = search;
}

/** The dashboard, with the filters that it had when it was last seen in this tab. */
export function dashboardAddress(): string {
  return `/dashboard${lastSearch}`;
}
