import { ChevronDown } from "lucide-react";
import { type Lead, LeadState } from "#contract/lead.ts";
import { classNames } from "#web/ui/class-names.ts";
import { prospectOf } from "./prospect.ts";
import { stateLook } from "./state-look.ts";
import { useChangeState } from "./use-change-lead.ts";

/** A lead's state as a coloured pill that changes it; a wheel on phones. */
export function StateSelect({ lead }: { lead: Lead }) {
  const { mutate } = useChangeState();
  return (
    <span className="relative inline-block">
      <select
        aria-label={`Estado de ${prospectOf(lead).name}`}
        value={lead.state}
        onChange={(event) => mutate({ lead, state: LeadState.parse(event.target.value) })}
        className={classNames(
          "h-11 appearance-none rounded-full py-0 pr-8 pl-3.5 font-semibold text-xs md:h-8",
          stateLook[lead.state],
        )}
      >
        <StateOptions />
      </select>
      <ChevronDown
        aria-hidden="true"
        className={classNames(
          "pointer-events-none absolute inset-y-0 right-2.5 my-auto size-3.5",
          stateLook[lead.state],
        )}
      />
    </span>
  );
}

function StateOptions() {
  return LeadState.options.map((state) => (
    <option key={state} className="bg-popover text-popover-foreground">
      {state}
    </option>
  ));
}
