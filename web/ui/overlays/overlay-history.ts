/**
 * Back closes the topmost overlay instead of leaving the page (docs/decisions/100). Each open
 * overlay has a history entry with the page's address above the page's own: `depth` counts them,
 * and `chain` identifies their page. They copy React Router's key and index, so the router does not
 * notice them.
 */
type Place = { chain: string; depth: number };
type Overlay = { isOpen: () => boolean; close: () => void };

const overlays: Overlay[] = [];
/** The last known entry: when popstate fires, the browser has already left it. */
let current: { state: unknown; address: string } = { state: null, address: "" };

/** Registers an open overlay; returns the function that unregisters it. */
export function closeOnBack(overlay: Overlay): () => void {
  overlays.push(overlay);
  addEntries();
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
  };
}

/**
 * Adds the missing entries of open overlays; call after each navigation. An overlay closed by other
 * means leaves its entry for the next one.
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

/** Handles steps between the entries of one page; the router handles all others. */
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
    // An overlay that cannot close yet, because it is saving, gets its entry back.
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

/** A replaced entry, for example by a filter, keeps its place among the page's entries. */
function keepPlace(state: unknown): unknown {
  const place = placeOf(current.state);
  const isReplaced = indexOf(state) === indexOf(current.state);
  return place && isReplaced && !placeOf(state) ? withPlace(state, place) : state;
}

/** No event reports the router's own entries, and a React effect would be too late. */
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
  // The capture phase, to run before the router's listener.
  window.addEventListener("popstate", followStep, true);
}
