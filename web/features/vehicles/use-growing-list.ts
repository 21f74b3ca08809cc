import { type RefObject, useEffect, useRef, useState } from "react";

/** How many cards are added at a time: a few screens, and little enough that adding them is not felt. */
const STEP = 24;

/**
 * Shows a long list piece by piece: `end` belongs on an element after the shown rows, and the list grows before that
 * element comes into view.
 */
export function useGrowingList<Row>(rows: Row[]): {
  shown: Row[];
  end: RefObject<HTMLDivElement | null>;
} {
  const [count, setCount] = useState(STEP);
  const end = useRef<HTMLDivElement>(null);
  const complete = count >= rows.length;

  useEffect(() => {
    const element = end.current;
    if (complete || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setCount(count + STEP);
      },
      { rootMargin: "1200px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [complete, count]);

  return { shown: rows.slice(0, count), end };
}
