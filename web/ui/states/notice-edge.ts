let pressedAt: number | null = null;

/**
 * An effect that tracks the vertical position of the last press. Menu items are ignored in favour
 * of the button that opened the menu, which is gone when the notice appears. Enter in a form counts
 * as a press on its submit button.
 */
export function trackPresses(): () => void {
  const note = (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest("[role=menu]")) return;
    const isEnter = event instanceof KeyboardEvent && event.key === "Enter";
    const form = isEnter && target instanceof HTMLInputElement ? target.form : null;
    const pressed = form?.querySelector("[type=submit]") ?? target;
    const { top, height } = pressed.getBoundingClientRect();
    pressedAt = top + height / 2;
  };
  const ended = new AbortController();
  for (const press of ["pointerdown", "keydown"]) {
    document.addEventListener(press, note, { capture: true, signal: ended.signal });
  }
  return () => ended.abort();
}

/** The window's edge away from the last press; `before` if there was none. */
export function chooseNoticeEdge(before: "top" | "bottom"): "top" | "bottom" {
  if (pressedAt === null) return before;
  return pressedAt > window.innerHeight / 2 ? "top" : "bottom";
}
