import { useState } from "react";
import { Scripts, useMatches } from "react-router";
import { recordTaps } from "#web/features/sellers/record-taps.tsx";

/** Fired when the page's event handlers are attached. */
export const HYDRATED = "listening";

/** The layout of pages that show nothing until their script has found the session. */
const SCRIPTED_LAYOUT = "routes/session/session-layout";
const HELD = "held-scripts";

/**
 * The page's scripts. A public page is complete without them, so there they are in a noscript,
 * which browsers treat as text, and start after the first paint: on a slow connection they would
 * take bandwidth from the style sheet, font and photo (docs/decisions/040).
 */
export function PageScripts({ nonce }: { nonce: string | undefined }) {
  const matches = useMatches();
  const [held] = useState(!matches.some(({ id }) => id === SCRIPTED_LAYOUT));
  if (!held) return <Scripts nonce={nonce} />;
  // Browsers use the server's markup, so this code is not in their bundle.
  const html = { __html: import.meta.env.SSR ? earlyScript() : "" };
  return (
    <>
      <noscript id={HELD}>
        <Scripts nonce={nonce} />
      </noscript>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the functions below */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={html} />
    </>
  );
}

function earlyScript(): string {
  return `(${startWhenPainted})("${HELD}");(${replayEarlyInput})("${HYDRATED}");(${recordTaps})()`;
}

/**
 * Inlined as source. Runs the script with the page's data immediately, and the modules once the
 * page is loaded and painted, or after three seconds, since a hidden tab never paints.
 */
function startWhenPainted(id: string): void {
  const text = document.getElementById(id)?.textContent ?? "";
  const held = new DOMParser().parseFromString(text, "text/html");
  const [data, modules] = held.querySelectorAll("script");
  const run = (script: HTMLScriptElement | undefined) => {
    const { type = "", text = "" } = script ?? {};
    document.head.append(Object.assign(document.createElement("script"), { type, text }));
  };
  run(data);
  const painted = new Promise((done) =>
    new PerformanceObserver(done).observe({ type: "paint", buffered: true }),
  );
  const loaded = new Promise((done) => addEventListener("load", done));
  const late = new Promise((done) => setTimeout(done, 3000));
  Promise.race([Promise.all([painted, loaded]), late]).then(() => {
    document.head.append(...held.querySelectorAll("link"));
    run(modules);
  });
}

/**
 * Inlined as source. Repeats clicks and input from before the page's handlers were attached. The
 * value is reset first, since React ignores an input event with a value that it knows.
 */
function replayEarlyInput(listening: string): void {
  const early = new AbortController();
  const capture = { capture: true, signal: early.signal };
  const typed = new Map<Element, string>();
  let pressed: HTMLElement | null = null;
  const press = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    pressed = target.closest("button:not([type=submit],[popovertarget])");
  };
  const type = ({ target }: Event) => {
    if (target instanceof Element && "value" in target) typed.set(target, String(target.value));
  };
  const repeat = () => {
    early.abort();
    for (const [field, value] of typed) {
      if (field instanceof HTMLInputElement) field.value = field.defaultValue;
      Reflect.set(Object.getPrototypeOf(field), "value", value, field);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    pressed?.click();
  };
  document.addEventListener("click", press, capture);
  document.addEventListener("input", type, capture);
  addEventListener(listening, repeat, { once: true });
}
