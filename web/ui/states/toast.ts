import type { ComponentType } from "react";
import { chooseNoticeEdge } from "./notice-edge.ts";
import type { Notice } from "./toaster.tsx";

/** How long a notice stays by default, in milliseconds (docs/product/interface.md). */
const TOAST_DURATION = 5000;

export type ToastInput = Pick<Notice, "title"> & Partial<Notice>;

const fetchToaster = () => import("./toaster.tsx");

let resolveToaster: (toaster: ComponentType) => void;
/** Resolves to the component that renders notices, once the first one is shown. */
export const loadedToaster = new Promise<ComponentType>((done) => {
  resolveToaster = done;
});

/**
 * Shows a notice, replacing the current one. The toaster is loaded with the first notice; if that
 * fails, the notice is rendered plainly, since it may be about the connection. Callable from
 * anywhere in the browser.
 */
export function toast(input: ToastInput): void {
  const notice: Notice = { variant: "default", duration: TOAST_DURATION, ...input };
  fetchToaster().then(
    ({ Toaster, showNotice }) => {
      resolveToaster(Toaster);
      showNotice(notice);
    },
    () => showPlainNotice(notice),
  );
}

/** Preloads the toaster, where a notice is likely. */
export function prefetchToaster(): void {
  fetchToaster().catch(() => undefined);
}

function showPlainNotice({ title, description = "", duration }: Notice): void {
  document.getElementById("plain-notice")?.remove();
  const heading = Object.assign(document.createElement("strong"), { textContent: title });
  const notice = Object.assign(document.createElement("div"), {
    id: "plain-notice",
    role: "alert",
    className: `${chooseNoticeEdge("top") === "top" ? "top-3" : "bottom-20"} fixed inset-x-3 z-60 grid gap-0.5 rounded-xl border bg-popover p-4 text-popover-foreground text-sm shadow-overlay sm:left-auto sm:w-96`,
  });
  notice.dataset.testid = "toast";
  notice.append(heading, description);
  document.body.append(notice);
  if (duration < Number.POSITIVE_INFINITY) setTimeout(() => notice.remove(), duration);
}
