import { type KeyboardEvent, type RefObject, useRef, useState } from "react";

export type PhotoRowState = {
  row: RefObject<HTMLUListElement | null>;
  /** Which photo is in view. */
  shown: number;
  show: (index: number) => void;
  followScroll: () => void;
  followKeys: (event: KeyboardEvent) => void;
};

/** Where a snapping row of photos stands: swipes, the arrow keys and calls of `show` move it. */
export function usePhotoRow(count: number): PhotoRowState {
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);

  const show = (index: number) => {
    const list = row.current;
    if (list === null || index < 0 || index >= count) return;
    list.scrollTo({ left: index * list.clientWidth, behavior: "smooth" });
  };
  const followScroll = () => {
    const list = row.current;
    if (list) setShown(Math.round(list.scrollLeft / list.clientWidth));
  };
  const followKeys = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(shown + step);
  };
  return { row, shown, show, followScroll, followKeys };
}
