import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

type PreviewFrameProps = {
  /** Width of the simulated screen, in CSS pixels. */
  width: number;
  /**
   * Height of the simulated screen, within which the page scrolls; by default the whole page is
   * shown.
   */
  height?: number;
  label: string;
  children: ReactNode;
};

/** Shows an inert page at a given screen size, scaled down to fit. */
export function PreviewFrame({ width, height, label, children }: PreviewFrameProps) {
  const room = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ scale: 1, length: 0 });

  // Before the first paint, because the unscaled page would overflow a phone.
  useLayoutEffect(() => {
    const measure = () => {
      const scale = Math.min(1, (room.current?.clientWidth ?? 0) / width);
      setSize({ scale, length: page.current?.offsetHeight ?? 0 });
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const { current } of [room, page]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, [width]);

  const shownHeight = (height ?? size.length) * size.scale;
  return (
    <div ref={room} className="contain-inline-size">
      <div
        className="mx-auto box-content overflow-clip rounded-xl border bg-background shadow-card"
        style={{ width: width * size.scale - 2, height: shownHeight || undefined }}
      >
        <div
          role="img"
          aria-label={label}
          // Makes a long page scrollable by keyboard.
          tabIndex={height ? 0 : undefined}
          className="origin-top-left overflow-y-auto overflow-x-clip overscroll-contain [scrollbar-width:none]"
          style={{ width, height, transform: `scale(${size.scale})` }}
        >
          <div ref={page} inert aria-hidden="true">
            {children}
          </div>
        </div>
      </div>
    </div>
  );
}
