let pressedAt: number | null = null;

/**
 * Notes how far down the window each press is, for an effect. An item of a menu stands for the
 * button that opened it: the menu is gone when its notice comes. Enter in a form is a press on the
 * form's button.
 */
export function followPresses(): () => void {
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

/** The half of the window that the last press left free; `before` there was one as told. */
export function freeEdge(before: "top" | "bottom"): "top" | "bottom" {
  if (pressedAt === null) return before;
  return pressedAt > window.innerHeight / 2 ? "top" : "bottom";
}
