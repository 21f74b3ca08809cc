import { useRef } from "react";

/**
 * Returns the focus when a dialog without a Radix trigger closes: to its opener or, if that is
 * gone, to the opener of the surrounding dialog, to the nearest control, or to the page's heading.
 * Radix alone would leave it on the body.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: ({ target }: Event) => {
      before.current = lastUsed;
      if (!lastUsed || !(target instanceof Element)) return;
      openers.set(target, lastUsed);
      nearest.set(lastUsed, []);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current: opener } = before;
      const others = (opener && nearest.get(opener)) ?? [];
      focusFirst([connectedOpener(opener), ...others, heading()]);
      if (opener) nearest.delete(opener);
      returned = document.activeElement;
    },
  };
}

const openers = new WeakMap<Element, Element>();
/** The openers of the open dialogs, with the controls nearest to removed ones. */
const nearest = new Map<Element, (Element | null)[]>();
const dialogs = "[role=dialog], [role=alertdialog]";
/** Overlays that return the focus themselves. */
const returning = `${dialogs}, [role=menu], [data-returns-focus]`;

function connectedOpener(opener: Element | null | undefined): Element | null {
  if (!opener || opener.isConnected) return opener ?? null;
  const dialog = opener.closest(dialogs);
  return dialog && connectedOpener(openers.get(dialog));
}

const heading = () => document.querySelector("main h1, h1");

/** Focuses the first element that accepts it; hidden ones do not. */
function focusFirst(elements: (Element | null)[]): void {
  for (const element of elements) {
    if (!(element instanceof HTMLElement)) continue;
    if (element.matches("h1")) element.setAttribute("tabindex", "-1");
    // Keeps the scroll position.
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/**
 * The control that was last focused or pressed: Safari does not focus a clicked button. A dialog
 * that loads on demand finds its button focused.
 */
let lastUsed = typeof document === "undefined" ? null : document.activeElement;
/** The focused element after the last dialog closed. */
let returned: Element | null = null;
/** The control that has the focus, or lost it because it was removed or disabled. */
let focused: { control: Element; pathname: string } | null = null;

/** A menu item disappears with its menu, so its menu's button counts. */
function followUse({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const menu = target.closest("[role=menu]");
  const control = target.closest("a, button, input, select, textarea, summary, [tabindex]");
  lastUsed = menu
    ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "")
    : (control ?? lastUsed);
}

function followFocus({ target }: FocusEvent): void {
  focused = target instanceof Element ? { control: target, pathname: location.pathname } : null;
}

/** A removed or disabled control also loses the focus; only one that is still usable gave it up. */
function followBlur({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget || !(target instanceof Element)) return;
  setTimeout(() => {
    const isLeft = target.isConnected && !target.matches(":disabled");
    if (isLeft && target === focused?.control && isFocusLost()) focused = null;
  });
}

const isFocusLost = () => document.activeElement === document.body;

/**
 * Returns the focus to a control that was disabled while saving, or moved. If a control was
 * removed, for example with its row, the nearest one gets the focus.
 */
function restoreFocus(changes: MutationRecord[]): void {
  for (const [opener, controls] of nearest) {
    if (opener.isConnected || controls.length > 0) continue;
    nearest.set(opener, nearestControls(opener, changes));
  }
  if (!focused || !isFocusLost()) return;
  const { control, pathname } = focused;
  // After navigation the focus belongs to the new page, unless a dialog asked about leaving.
  if (pathname !== location.pathname) focusFirst([control === returned ? heading() : null]);
  else if (!control.isConnected) focusFirst(nearestControls(control, changes));
  else if (!control.matches(":disabled")) focusFirst([control]);
}

/** The controls of the next row, then those before the removed one, then the heading. */
function nearestControls(control: Element, changes: MutationRecord[]): (Element | null)[] {
  let removed: Node = control;
  let place: MutationRecord | null = null;
  for (const change of changes) {
    const outer = [...change.removedNodes].find((node) => node.contains(place?.target ?? control));
    if (outer) [removed, place] = [outer, change];
  }
  if (!place?.target.isConnected || control.closest(returning)) return [];
  const { target, previousSibling, nextSibling } = place;
  const scope = parentOf(target)?.closest(`${dialogs}, main`);
  if (!scope) return [heading()];
  // Focusing a tab or a radio would choose it.
  const chosenByFocus = ":not([role=tab], [role=radio])";
  const controls = [...scope.querySelectorAll(`a[href], button${chosenByFocus}, summary`)];
  const isRow = nextSibling?.nodeName === removed.nodeName;
  const inNextRow = controls.filter((other) => isRow && nextSibling.contains(other));
  const anchor = previousSibling?.isConnected ? previousSibling : target;
  const before = controls.filter(
    (other) =>
      anchor.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ||
      (anchor !== target && anchor.contains(other)),
  );
  return [...inNextRow, ...before.reverse(), heading()];
}

const parentOf = (node: Node) => (node instanceof Element ? node : node.parentElement);

if (typeof document !== "undefined") {
  document.addEventListener("focusin", followUse, true);
  document.addEventListener("pointerdown", followUse, true);
  document.addEventListener("focusin", followFocus, true);
  document.addEventListener("focusout", followBlur, true);
  new MutationObserver(restoreFocus).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled"],
  });
}
