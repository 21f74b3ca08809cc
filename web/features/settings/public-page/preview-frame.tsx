import { type ReactNode, useEffect, useRef, useState } from "react";

/** Shows a page of a given width, made smaller where it does not fit. It is a picture: nothing in it can be used. */
export function PreviewFrame(props: { width: number; label: string; children: ReactNode }) {
  const { width, label, children } = props;
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ scale: 1, height: 0 });

  useEffect(() => {
    const measure = () => {
      const room = outer.current?.clientWidth ?? 0;
      const scale = Math.min(1, room / width);
      setSize({ scale, height: (inner.current?.offsetHeight ?? 0) * scale });
    };
    const observer = new ResizeObserver(measure);
    for (const { current } of [outer, inner]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, [width]);

  return (
    <div
      ref={outer}
      role="img"
      aria-label={label}
      className="overflow-hidden rounded-xl border shadow-card"
      style={{ height: size.height || undefined }}
    >
      <div
        ref={inner}
        inert
        aria-hidden="true"
        className="mx-auto origin-top-left bg-background"
        style={{
          width,
          transform: `scale(${size.scale})`,
          ...(size.scale < 1 ? { marginInline: 0 } : {}),
        }}
      >
        {children}
      </div>
    </div>
  );
}
