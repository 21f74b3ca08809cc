import { useLayoutEffect } from "react";
import { useAuth } from "./use-auth.ts";

/**
 * While something on the page is unsaved, the end of the session does not take the page away;
 * whoever signs in again goes on.
 */
export function useHeldPage(unsaved: boolean): void {
  const { holdPage } = useAuth();
  // Before the browser paints: the page that is left for another one must not be taken for a held
  // one.
  useLayoutEffect(() => (unsaved ? holdPage() : undefined), [unsaved, holdPage]);
}
