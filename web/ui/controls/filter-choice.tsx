import type { ComponentProps } from "react";
import { Select } from "../fields/input.tsx";

/**
 * A select in a wrapping filter bar. It is as wide as the chosen option, so that the option is not
 * cut; where the row has no room, it goes to the next row.
 */
export function FilterChoice(props: ComponentProps<"select">) {
  return (
    <div className="min-w-0 max-w-full grow sm:min-w-52 sm:grow-0">
      <Select {...props} className="field-sizing-content" />
    </div>
  );
}
