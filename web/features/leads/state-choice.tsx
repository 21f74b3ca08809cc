import { useId } from "react";
import { type Lead, LeadState } from "#contract/lead.ts";
import { classNames } from "#web/ui/class-names.ts";
import { stateLook } from "./state-look.ts";
import { useChangeState } from "./use-change-lead.ts";

/** The four states side by side, one of them chosen, each as big as a thumb. */
export function StateChoice({ lead }: { lead: Lead }) {
  const { mutate } = useChangeState();
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium text-sm">Estado</legend>
      <div className="grid grid-cols-2 gap-1 rounded-xl bg-muted p-1 sm:grid-cols-4">
        {LeadState.options.map((state) => (
          <label
            key={state}
            className={classNames(
              "grid h-11 cursor-pointer place-items-center rounded-lg px-2 text-center font-medium text-muted-foreground text-sm transition-colors hover:text-foreground",
              "has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
              state === lead.state && "bg-card font-semibold text-foreground shadow-card",
              state === lead.state && state !== "Perdido" && stateLook[state],
            )}
          >
            <input
              type="radio"
              name={name}
              value={state}
              checked={state === lead.state}
              onChange={() => mutate({ lead, state })}
              className="sr-only"
            />
            {state}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
