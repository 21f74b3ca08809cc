import { CopyCheck } from "lucide-react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { WEEKDAYS, type Weekday } from "#contract/opening-hours.ts";
import type { ProfileSettings } from "#contract/settings.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FieldError } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";

const NAMES: Record<Weekday, string> = {
  mon: "Lunes",
  tue: "Martes",
  wed: "Miércoles",
  thu: "Jueves",
  fri: "Viernes",
  sat: "Sábado",
  sun: "Domingo",
};

/** What a day starts with that is switched on before any other. */
const USUAL = "09:00-18:00";

/** When a dealership is open on each day of the week, in the time zone of whoever writes it. */
export function HoursSection() {
  const { control, setValue } = useFormContext<ProfileSettings>();
  const hours = useWatch({ control, name: "profile.hours" });
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const pattern = WEEKDAYS.find((day) => hours[day] !== "");

  const write = (day: Weekday, value: string) => {
    setValue(`profile.hours.${day}`, value, { shouldDirty: true, shouldValidate: true });
    if (hours.zone === "") setZone();
  };
  const setZone = () => setValue("profile.hours.zone", here, { shouldDirty: true });

  return (
    <FormSection
      title="Horario"
      description="Se ve en tu página y en las tarjetas, con «Abierto ahora» o cuándo abres. Sin ningún día, tu página no habla de horario."
    >
      <div className="grid gap-3">
        {WEEKDAYS.map((day) => (
          <DayRow
            key={day}
            day={day}
            usual={(pattern && hours[pattern]) || USUAL}
            onWrite={(value) => write(day, value)}
          />
        ))}
      </div>
      {pattern && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="outline"
            onClick={() => {
              for (const day of WEEKDAYS) write(day, hours[pattern]);
            }}
          >
            <CopyCheck aria-hidden="true" />
            Copiar el {NAMES[pattern].toLocaleLowerCase("es")} a todos los días
          </Button>
          <p className="text-muted-foreground text-xs leading-relaxed">
            Horas de {readableZone(hours.zone)}.{" "}
            {hours.zone !== here && (
              <button
                type="button"
                onClick={setZone}
                className="touch-target rounded-sm font-medium text-primary-ink hover:underline"
              >
                Usar la hora de {readableZone(here)}
              </button>
            )}
          </p>
        </div>
      )}
    </FormSection>
  );
}

type DayRowProps = { day: Weekday; usual: string; onWrite: (value: string) => void };

function DayRow({ day, usual, onWrite }: DayRowProps) {
  const { field, fieldState } = useController<ProfileSettings, `profile.hours.${Weekday}`>({
    name: `profile.hours.${day}`,
  });
  const [opens = "", closes = ""] = field.value.split("-");
  const isOpen = field.value !== "";
  const name = NAMES[day];
  const error = fieldState.error?.message;
  return (
    <fieldset className="grid gap-1.5">
      <legend className="sr-only">{name}</legend>
      <div className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 sm:grid-cols-[6rem_auto_minmax(0,1fr)] sm:gap-x-5">
        <span aria-hidden="true" className="font-medium text-sm">
          {name}
        </span>
        <Switch
          ref={field.ref}
          checked={isOpen}
          onCheckedChange={(open) => onWrite(open ? usual : "")}
          aria-label={`Abierto: ${name}`}
        />
        {isOpen ? (
          <div className="flex items-center gap-2 max-sm:col-span-2">
            <Input
              type="time"
              aria-label={`${name}, abre`}
              aria-invalid={error ? true : undefined}
              value={opens}
              onChange={({ target }) => onWrite(`${target.value}-${closes}`)}
              className="numeric sm:w-34"
            />
            <span aria-hidden="true">–</span>
            <Input
              type="time"
              aria-label={`${name}, cierra`}
              aria-invalid={error ? true : undefined}
              value={closes}
              onChange={({ target }) => onWrite(`${opens}-${target.value}`)}
              className="numeric sm:w-34"
            />
          </div>
        ) : (
          <span className="text-muted-foreground text-sm max-sm:hidden">Cerrado</span>
        )}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}

function readableZone(zone: string): string {
  return zone.split("/").slice(-1)[0]?.replaceAll("_", " ") ?? "";
}
