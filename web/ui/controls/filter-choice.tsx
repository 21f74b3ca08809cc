import type { ComponentProps } from "react";
import { Select } from "../fields/input.tsx";

/**
 * A select in a wrapping filter bar, as wide as its chosen option; it moves to the next line when
 * there is no room.
 */
export function FilterChoice(props: ComponentProps<"select">) {
  return (
    <div className="min-w-0 max-w-full grow sm:min-w-52 sm:grow-0">
      <Select {...props} className="field-sizing-content" />
    </div>
  );
}
