import { setTimeout as pause } from "node:timers/promises";

/** Sends one WebDriver command; returns its value, or throws a WebDriverError. */
export type Send = (command: Command, parameters?: Parameters) => Promise<unknown>;
type Command = keyof typeof commands;
type Parameters = Record<string, unknown> & { id?: string };

/** What a browser answers instead of a value; the codes are the standard's. */
export class WebDriverError extends Error {
  readonly code: string;

  constructor(fault: { error: string; message: string }) {
    super(`${fault.error}: ${fault.message}`);
    this.code = fault.error;
  }
}

/**
 * The commands that the tests need: method and path over HTTP, as WebKitWebDriver takes them, and
 * the name in Marionette, the protocol to which geckodriver translates them for Firefox.
 */
export const commands = {
  open: ["POST", "/url", "WebDriver:Navigate"],
  find: ["POST", "/element", "WebDriver:FindElement"],
  click: ["POST", "/element/:id/click", "WebDriver:ElementClick"],
  clear: ["POST", "/element/:id/clear", "WebDriver:ElementClear"],
  type: ["POST", "/element/:id/value", "WebDriver:ElementSendKeys"],
} as const;

const longestMs = 60_000;

/** A browser waits by itself until an element exists. */
export const capabilities = {
  timeouts: { implicit: longestMs, pageLoad: longestMs },
};

/** The key of an element's reference in the standard. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** An element exists before it is drawn, and a notice may lie over it until its time is up. */
const passing = new Set([
  "element not interactable",
  "element click intercepted",
  "stale element reference",
]);

export type Page = ReturnType<typeof openPage>;

/** A page as a person uses it: its parts are found by their label or their words. */
export function openPage(send: Send) {
  const find = async (xpath: string): Promise<string> => {
    const found = await send("find", { using: "xpath", value: xpath });
    return (found as Record<string, string>)[ELEMENT] ?? "";
  };
  const act = async (xpath: string, ...steps: [Command, Parameters?][]): Promise<void> => {
    const ends = performance.now() + longestMs;
    for (;;) {
      try {
        const id = await find(xpath);
        for (const [command, parameters] of steps) await send(command, { ...parameters, id });
        return;
      } catch (error) {
        const mayPass = error instanceof WebDriverError && passing.has(error.code);
        if (!mayPass || performance.now() > ends) throw error;
        await pause(100);
      }
    }
  };
  return {
    open: (url: string) => send("open", { url }),
    see: (text: string) => find(`//body//*[not(self::script)][text()[contains(., "${text}")]]`),
    click: (name: string, within = "") => act(`${within}//${clickable}[${named(name)}]`, ["click"]),
    fill: (label: string, text: string, within = "") =>
      act(within + fieldOf(label), ["clear"], ["type", { text }]),
    attach: (label: string, path: string) => act(fieldOf(label), ["type", { text: path }]),
  };
}

const clickable = "*[self::a or self::button or @role='menuitemradio']";

const named = (name: string) => `@aria-label="${name}" or normalize-space()="${name}"`;

/** The field with a label that begins so: a required one's ends with an asterisk. */
const fieldOf = (label: string) =>
  `//*[@aria-label="${label}" or @id=//label[starts-with(normalize-space(), "${label}")]/@for]`;
