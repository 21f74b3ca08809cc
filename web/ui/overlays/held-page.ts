import { createContext, useContext, useLayoutEffect } from "react";

/** Why a page is held: something is unsaved, or is being saved. */
type Hold = "unsaved" | "saving";

/** Holds the page from now on; gives what ends that. */
type HoldPage = (hold: Hold) => () => void;

/** Set where there is a session. */
export const HeldPageContext = createContext<HoldPage>(() => () => undefined);

/**
 * While something on the page is unsaved, the end of the session does not take the page away; its
 * person signs in over it and goes on. While it is `saving`, a read waits for the sign-in, too: some
 * saves begin with one. Every form of a signed-in page calls this.
 */
export function useHeldPage(unsaved: boolean, saving = false): void {
  const holdPage = useContext(HeldPageContext);
  // Before the browser paints: the page that is left for another one must not be taken for a held
  // one.
  useLayoutEffect(() => (unsaved ? holdPage("unsaved") : undefined), [unsaved, holdPage]);
  useLayoutEffect(() => (saving ? holdPage("saving") : undefined), [saving, holdPage]);
}
