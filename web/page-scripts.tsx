import { useState } from "react";
import { Scripts, useMatches } from "react-router";
import { recordTaps } from "#web/features/sellers/tapped-page.tsx";

/** The event with which a page says that its buttons answer. */
export const LISTENING = "listening";

/** Under it lie the pages that show nothing before their script has found the session. */
const SCRIPTED_LAYOUT = "routes/session/session-layout";
const HELD = "held-scripts";

/**
 * The page's scripts. A public page is whole without them, so there they stand in a noscript, which
 * browsers keep as text, and start after the first paint: on a slow line they would otherwise take
 * the bandwidth that style sheet, font and photo need (docs/decisions/040).
 */
export function PageScripts({ nonce }: { nonce: string | undefined }) {
  const matches = useMatches();
  const [held] = useState(!matches.some(({ id }) => id === SCRIPTED_LAYOUT));
  if (!held) return <Scripts nonce={nonce} />;
  // Browsers take what the server wrote, so none of it is in their script.
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
  return `(${startWhenPainted})("${HELD}");(${repeatEarlyInput})("${LISTENING}");(${recordTaps})()`;
}

/**
 * Sent as its source. Runs the script that holds the page's data at once, and the modules when what
 * is in view has come and is painted, or after three seconds (a hidden tab paints nothing).
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
 * Sent as its source. What a visitor presses or types before the page listens is pressed and typed
 * again when it does; a value is set back first, since React ignores one that it knows already.
 */
function repeatEarlyInput(listening: string): void {
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
