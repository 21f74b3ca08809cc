/** Distance of a notice from a bar or the window's edge. */
const ROOM = "0.75rem";
/** Anything taller, as a share of the window, is a panel and not a bar. */
const BAR_SHARE = 0.4;

/** Moves the notices at an edge clear of the page's current bars and buttons. */
export function updateNoticeOffset(edge: "top" | "bottom"): void {
  const y = edge === "top" ? 8 : window.innerHeight - 32;
  const taken = [0.1, 0.5, 0.9].map((share) => barAt(window.innerWidth * share, y, edge));
  document.documentElement.style.setProperty(
    "--notice-offset",
    `max(calc(${Math.max(...taken)}px + ${ROOM}), env(safe-area-inset-${edge}))`,
  );
}

/** The height of the fixed or sticky bar at that edge. */
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
