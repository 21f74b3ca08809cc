import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

type PreviewFrameProps = {
  /** The width of the screen, in pixels of the page. */
  width: number;
  /**
   * The height of the screen, through which a longer page is pushed; left out, the page is shown as
   * long as it is.
   */
  height?: number;
  label: string;
  children: ReactNode;
};

/**
 * Shows a page on a screen of a given size, made smaller where it does not fit. It is a picture:
 * nothing in it can be used.
 */
export function PreviewFrame({ width, height, label, children }: PreviewFrameProps) {
  const room = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ scale: 1, length: 0 });

  // Before the first paint: at its full width the page would be wider than a phone for a moment.
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
          // Whoever has no pointer pushes a long page with the arrow keys.
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
