import drawings from "../drawings.svg?no-inline";
import { Drawing } from "./drawings.tsx";

/** An empty parking bay between two cars: no vehicles. */
export function EmptyLotDrawing() {
  return (
    <Drawing>
      <use href={`${drawings}#empty-lot`} />
    </Drawing>
  );
}

/** An empty tray: no pending requests. */
export function ClearedTrayDrawing() {
  return (
    <Drawing>
      <use href={`${drawings}#cleared-tray`} />
    </Drawing>
  );
}

/** A magnifying glass over blank lines: the search found nothing. */
export function NothingFoundDrawing() {
  return (
    <Drawing>
      <use href={`${drawings}#nothing-found`} />
    </Drawing>
  );
}
