import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";

/** So long after the last key a text counts as typed. */
const PAUSE_MILLISECONDS = 300;

/**
 * The text in a search box. `settled` is the text that is searched for, in the address for
 * instance: `onSettled` is called with a new one once typing pauses, and one that changes from
 * elsewhere replaces what is in the box. Whoever has followed a link meanwhile is not held back by
 * a search that would come late.
 */
export function useTypedText(
  settled: string,
  onSettled: (text: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(settled);
  const known = useRef(settled);
  const isLeaving = useNavigation().state !== "idle";
  useEffect(() => {
    if (settled !== known.current) {
      known.current = settled;
      setTyped(settled);
      return;
    }
    if (typed === settled || isLeaving) return;
    const timer = setTimeout(() => {
      known.current = typed;
      onSettled(typed);
    }, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [settled, typed, onSettled, isLeaving]);
  return [typed, setTyped];
}
