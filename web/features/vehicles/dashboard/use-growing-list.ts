import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * How many cards are added at a time: about a screen of them, and little enough that adding them is
 * not felt.
 */
const STEP = 12;

/**
 * Shows a long list piece by piece: `end` belongs on an element after the shown rows, and the list
 * grows before that element comes into view. A list that begins with other rows begins with its
 * first piece again.
 */
export function useGrowingList<Row extends { id: string }>(
  rows: Row[],
): {
  shown: Row[];
  end: RefObject<HTMLDivElement | null>;
} {
  const beginning = rows
    .slice(0, STEP)
    .map(({ id }) => id)
    .join();
  const [grown, setGrown] = useState({ beginning, count: STEP });
  const count = grown.beginning === beginning ? grown.count : STEP;
  const end = useRef<HTMLDivElement>(null);
  const complete = count >= rows.length;

  useEffect(() => {
    const element = end.current;
    if (complete || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting))
          setGrown({ beginning, count: count + STEP });
      },
      { rootMargin: "600px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [complete, count, beginning]);

  return { shown: rows.slice(0, count), end };
}
