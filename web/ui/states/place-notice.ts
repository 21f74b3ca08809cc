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
