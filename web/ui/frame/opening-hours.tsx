import { useEffect, useState } from "react";
import { type OpeningTimes, openingState } from "../opening-times.ts";

/** How often the state is recomputed, in milliseconds. */
const LOOK_AGAIN = 30_000;

/**
 * Opening hours, and whether it is open now. That is computed in the browser, because a cached page
 * is older than the reader's clock; its line is reserved from the start.
 */
export function OpeningHours({ times }: { times: OpeningTimes }) {
  const state = useOpeningState(times);
  return (
    <div className="grid gap-1">
      <p className="min-h-6 font-semibold">{state ?? "Horario"}</p>
      <dl className="numeric grid max-w-72 grid-cols-[auto_1fr] gap-x-5 text-base">
        {times.lines.map(({ days, times: span }) => (
          <div key={days} className="contents">
            <dt className="opacity-85">{days}</dt>
            <dd>{span}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function useOpeningState(times: OpeningTimes): string | null {
  const [state, setState] = useState<string | null>(null);
  useEffect(() => {
    const look = () => setState(openingState(times, new Date()));
    look();
    const timer = setInterval(look, LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [times]);
  return state;
}
