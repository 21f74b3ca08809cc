import { createContext, useContext, useLayoutEffect } from "react";

/** Why a page is held: it has unsaved input, or is saving it. */
type Hold = "unsaved" | "saving";

/** Holds the page; returns the function that releases it. */
type HoldPage = (hold: Hold) => () => void;

/** Provided where there is a session. */
export const HeldPageContext = createContext<HoldPage>(() => () => undefined);

/**
 * Holds a page with unsaved input: it stays when the session ends, and its person signs in again
 * without losing it. With `saving`, reads also wait for the sign-in, because some saves start with
 * one. Every form of a signed-in page calls this.
 */
export function useHeldPage(unsaved: boolean, saving = false): void {
  const holdPage = useContext(HeldPageContext);
  // Before the browser paints, so that a page being left does not count as held.
  useLayoutEffect(() => (unsaved ? holdPage("unsaved") : undefined), [unsaved, holdPage]);
  useLayoutEffect(() => (saving ? holdPage("saving") : undefined), [saving, holdPage]);
}
