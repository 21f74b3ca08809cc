import type { ReactNode } from "react";

/** A bar at the top of the page about the device's state. */
export function StatusBar(props: { icon: ReactNode; title: string; children: string }) {
  return (
    <p
      role="status"
      className="flex min-h-9 items-center justify-center gap-2 bg-warning-soft px-4 py-1.5 text-center text-sm text-warning-ink"
    >
      {props.icon}
      <span>
        <strong className="font-semibold">{`${props.title}.`}</strong> {props.children}
      </span>
    </p>
  );
}
