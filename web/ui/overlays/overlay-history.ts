/**
 * Back closes the topmost overlay instead of leaving the page (docs/decisions/100). Above the
 * page's own history entry lies one entry of the same address for each open overlay: `depth` counts
 * them, and `chain` names the page they belong to. They carry React Router's key and index, so the
 * router need not know of them.
 */
type Place = { chain: string; depth: number };
type Overlay = { isOpen: () => boolean; close: () => void };

const overlays: Overlay[] = [];
/** The current entry as last seen: in a popstate event the browser has left it already. */
let current: { state: unknown; address: string } = { state: null, address: "" };

/** Registers an overlay that has just opened; returns the function that removes it. */
export function closeOnBack(overlay: Overlay): () => void {
  overlays.push(overlay);
  addEntries();
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
  };
}

/**
 * Gives each open overlay an entry; call after each navigation. An overlay that closed by other
 * means leaves its entry, which the next overlay uses.
 */
export function addEntries(): void {
  const open = openOverlays().length;
  let { chain = Math.random().toString(36), depth = 0 } = placeOf(history.state) ?? {};
  if (open <= depth) return;
  history.replaceState(withPlace(history.state, { chain, depth }), "");
  while (depth < open) {
    depth += 1;
    history.pushState(withPlace(history.state, { chain, depth }), "");
  }
}

/** Handles steps between the entries of one page; every other step is the router's. */
function followStep(event: PopStateEvent): void {
  const [landed, left] = [placeOf(event.state), placeOf(current.state)];
  if (!landed || landed.chain !== left?.chain) {
    readEntry();
    return;
  }
  event.stopImmediatePropagation();
  history.replaceState(withPlace(current.state, landed), "", current.address);
  const open = openOverlays();
  if (open.length > landed.depth) {
    open.at(-1)?.close();
    // An overlay that may not close yet, because it is saving, gets its entry back.
    setTimeout(addEntries);
  } else if (landed.depth < left.depth) history.back();
  else history.forward();
}

function openOverlays(): Overlay[] {
  return overlays.filter((overlay) => overlay.isOpen());
}

function readEntry(): void {
  current = { state: history.state, address: location.href };
}

type EntryState = { idx?: number; overlay?: Place } | null;

function placeOf(state: unknown): Place | undefined {
  return (state as EntryState)?.overlay;
}

function indexOf(state: unknown): number | undefined {
  return (state as EntryState)?.idx;
}

function withPlace(state: unknown, overlay: Place): EntryState {
  return { ...(state as EntryState), overlay };
}

/** An entry that is replaced, for a filter say, stays above the others of its page. */
function keepPlace(state: unknown): unknown {
  const place = placeOf(current.state);
  const isReplaced = indexOf(state) === indexOf(current.state);
  return place && isReplaced && !placeOf(state) ? withPlace(state, place) : state;
}

/** No event reports an entry that the router adds, and a React effect would come too late. */
function followEntries(): void {
  const pushState = history.pushState.bind(history);
  const replaceState = history.replaceState.bind(history);
  history.pushState = (state, unused, address) => {
    pushState(state, unused, address);
    readEntry();
  };
  history.replaceState = (state, unused, address) => {
    replaceState(keepPlace(state), unused, address);
    readEntry();
  };
  readEntry();
}

if (typeof window !== "undefined") {
  followEntries();
  // The capture phase comes before the router's listener.
  window.addEventListener("popstate", followStep, true);
}
