import type { ReactNode } from "react";

/** How long a notice stays by default, in milliseconds (product section 9). */
export const TOAST_DURATION = 5000;

export type ToastInput = {
  title: ReactNode;
  description?: ReactNode;
  variant?: "default" | "success" | "destructive";
  /** Milliseconds; Infinity keeps it until it is dismissed. */
  duration?: number;
};

export type ShownToast = ToastInput & { id: number };

let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a notice in place of the one that may be there: at most one at a time. Callable from anywhere in the browser. */
export function toast(input: ToastInput): void {
  lastId += 1;
  publish({ ...input, id: lastId });
}

/** Takes the notice away; with an id only if that one is still the shown one. */
export function dismissToast(id?: number): void {
  if (current && (id === undefined || current.id === id)) publish(null);
}

/** For useSyncExternalStore: calls back whenever the shown notice changes. */
export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The shown notice, or null. */
export function currentToast(): ShownToast | null {
  return current;
}

function publish(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}
