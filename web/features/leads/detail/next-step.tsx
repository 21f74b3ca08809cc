import { Check } from "lucide-react";
import { useId, useState } from "react";
import { type Lead, MAX_STEP_LENGTH } from "#contract/customers/lead.ts";
import { addDays } from "#contract/dealership-day.ts";
import { dayProblem, FIRST_DAY, LAST_DAY } from "#contract/text/field-inputs.ts";
import { useToday } from "#web/session/dealership/use-today.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { DayInput } from "#web/ui/fields/day-input.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { leadMessages } from "../messages.ts";
import { useChangeLead } from "./use-change-lead.ts";

const days: [label: string, days: number][] = [
  ["Hoy", 0],
  ["Mañana", 1],
  ["En una semana", 7],
];

/**
 * The next step of a lead and its day; each saves itself. A step without a day defaults to
 * tomorrow.
 */
export function NextStepField({ lead }: { lead: Lead }) {
  const { mutate, isPending } = useChangeLead(leadMessages.stepFailed);
  const [typed, setTyped] = useState(lead.next_step);
  useHeldPage(typed !== lead.next_step || isPending);
  const { next_step_on } = lead;
  const [day, setDay] = useState(next_step_on ?? "");
  const today = useToday();
  const labelId = useId();

  const save = (step: string, on: string | null) => {
    const change = { next_step: on ? step.trim() : "", next_step_on: on };
    if (change.next_step === lead.next_step && on === next_step_on) return;
    setTyped(change.next_step);
    setDay(on ?? "");
    // The typed text is restored together with the failure notice.
    const revert = () => {
      setTyped(step);
      setDay(next_step_on ?? "");
    };
    mutate({ lead, change }, { onError: revert });
  };
  const saveText = () => {
    if (typed.trim() || next_step_on) save(typed, next_step_on ?? addDays(today, 1));
  };

  return (
    <fieldset className="grid gap-2">
      <legend id={labelId} className="mb-2 font-medium text-sm">
        Próximo paso
      </legend>
      <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Input
          aria-labelledby={labelId}
          value={typed}
          maxLength={MAX_STEP_LENGTH}
          placeholder="Llamar, enviar fotos, prueba de manejo..."
          enterKeyHint="done"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={saveText}
          onKeyDown={(event) => event.key === "Enter" && saveText()}
        />
        <DayInput
          aria-label="Día del próximo paso"
          day={day}
          min={FIRST_DAY}
          max={LAST_DAY}
          problemOf={dayProblem}
          onWrite={(on) => on && save(typed, on)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {days.map(([label, count]) => (
          <Button
            key={label}
            size="sm"
            variant={next_step_on === addDays(today, count) ? "secondary" : "outline"}
            aria-pressed={next_step_on === addDays(today, count)}
            onClick={() => save(typed, addDays(today, count))}
          >
            {label}
          </Button>
        ))}
        {next_step_on && (
          <Button size="sm" variant="ghost" className="ml-auto" onClick={() => save("", null)}>
            <Check aria-hidden="true" />
            Hecho
          </Button>
        )}
      </div>
    </fieldset>
  );
}
