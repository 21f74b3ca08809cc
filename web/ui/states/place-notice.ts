/** Distance to what a notice must leave free, or to the edge of the window. */
const ROOM = "0.75rem";
/** What takes more of the window's height than this is a panel and no bar. */
const BAR_SHARE = 0.4;

let pressedAt: number | null = null;

/**
 * Notes how far down the window each press is, for an effect. An item of a menu stands for the
 * button that opened it: the menu is gone when its notice comes.
 */
export function followPresses(): () => void {
  const note = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest("[role=menu]")) return;
    const { top, height } = target.getBoundingClientRect();
    pressedAt = top + height / 2;
  };
  const ended = new AbortController();
  for (const press of ["pointerdown", "keydown"]) {
    document.addEventListener(press, note, { capture: true, signal: ended.signal });
  }
  return () => ended.abort();
}

/** The half of the window that the last press left free; `before` there was one as told. */
export function freeEdge(before: "top" | "bottom"): "top" | "bottom" {
  if (pressedAt === null) return before;
  return pressedAt > window.innerHeight / 2 ? "top" : "bottom";
}

/** Keeps notices at an edge clear of the bars and buttons that the page has there now. */
export function standClear(edge: "top" | "bottom"): void {
  const y = edge === "top" ? 8 : window.innerHeight - 32;
  const taken = [0.1, 0.5, 0.9].map((share) => barAt(window.innerWidth * share, y, edge));
  document.documentElement.style.setProperty(
    "--notice-offset",
    `max(calc(${Math.max(...taken)}px + ${ROOM}), env(safe-area-inset-${edge}))`,
  );
}

/** How much of that edge is taken by what stays there while the page scrolls. */
function barAt(x: number, y: number, edge: "top" | "bottom"): number {
  const hit = document.elementsFromPoint(x, y).find((one) => !one.closest("[data-sonner-toaster]"));
  let element = hit;
  while (element && !/fixed|sticky/.test(getComputedStyle(element).position)) {
    element = element.parentElement ?? undefined;
  }
  const isPanel = element && element.clientHeight > window.innerHeight * BAR_SHARE;
  const bar = isPanel ? hit?.closest("footer") : element;
  if (!bar) return 0;
  const { top, bottom } = bar.getBoundingClientRect();
  return edge === "top" ? bottom : window.innerHeight - top;
}
