import { setTimeout as pause } from "node:timers/promises";

/** Sends one WebDriver command; returns its value, or throws a WebDriverError. */
export type Send = (command: Command, parameters?: Parameters) => Promise<unknown>;
type Command = keyof typeof commands;
type Parameters = Record<string, unknown> & { id?: string };

/** An error response of a browser; the codes are from the WebDriver standard. */
export class WebDriverError extends Error {
  readonly code: string;

  constructor(fault: { error: string; message: string }) {
    super(`${fault.error}: ${fault.message}`);
    this.code = fault.error;
  }
}

/**
 * The commands that the tests need: method and path for WebKitWebDriver, and the name in
 * Marionette, Firefox's own protocol.
 */
export const commands = {
  open: ["POST", "/url", "WebDriver:Navigate"],
  find: ["POST", "/element", "WebDriver:FindElement"],
  click: ["POST", "/element/:id/click", "WebDriver:ElementClick"],
  clear: ["POST", "/element/:id/clear", "WebDriver:ElementClear"],
  type: ["POST", "/element/:id/value", "WebDriver:ElementSendKeys"],
} as const;

const longestMs = 60_000;

/** The browser itself waits until an element exists. */
export const capabilities = {
  timeouts: { implicit: longestMs, pageLoad: longestMs },
};

/** The key of an element reference in the standard. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** An element may exist before it is drawn, or be covered by a temporary notice. */
const passing = new Set([
  "element not interactable",
  "element click intercepted",
  "stale element reference",
]);

export type Page = ReturnType<typeof openPage>;

/** Drives a page by its labels and visible text. */
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

/** The field with a label that starts like this; a required one ends with an asterisk. */
const fieldOf = (label: string) =>
  `//*[@aria-label="${label}" or @id=//label[starts-with(normalize-space(), "${label}")]/@for]`;
