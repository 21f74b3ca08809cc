/** Distance to what a notice must leave free, or to the edge of the window. */
const ROOM = "0.75rem";
/** What takes more of the window's height than this is a panel and no bar. */
const BAR_SHARE = 0.4;

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
