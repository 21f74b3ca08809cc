import { CopyCheck, Minus, Plus } from "lucide-react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { WEEKDAYS, type Weekday } from "#contract/accounts/opening-hours.ts";
import type { ProfileSettings } from "#contract/accounts/settings.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { type Span, spansOf } from "#web/ui/opening-times.ts";

const NAMES: Record<Weekday, string> = {
  mon: "Lunes",
  tue: "Martes",
  wed: "Miércoles",
  thu: "Jueves",
  fri: "Viernes",
  sat: "Sábado",
  sun: "Domingo",
};

/** Default hours of the first open day. */
const USUAL = "09:00-18:00";

/** Opening hours per weekday, in the time zone of the person who edits them. */
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
            <span>{`Copiar el ${NAMES[pattern].toLocaleLowerCase("es")} a todos los días`}</span>
          </Button>
          <p className="text-muted-foreground text-xs leading-relaxed">
            <span>{`Horas de ${readableZone(hours.zone)}. `}</span>
            {hours.zone !== here && (
              <button
                type="button"
                onClick={setZone}
                className="touch-target rounded-sm font-medium text-primary-ink hover:underline"
              >
                {`Usar la hora de ${readableZone(here)}`}
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
  const [first, second] = spansOf(field.value);
  const name = NAMES[day];
  const error = fieldState.error?.message;
  const write = (next: Span[]) =>
    onWrite(next.map(({ opens, closes }) => `${opens}-${closes}`).join(","));
  return (
    <fieldset className="grid gap-1.5">
      <legend className="sr-only">{name}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-x-3 gap-y-1.5 sm:grid-cols-[6rem_auto_auto_minmax(0,1fr)] sm:gap-x-5">
        <span aria-hidden="true" className="flex min-h-11 items-center font-medium text-sm">
          {name}
        </span>
        <span className="flex min-h-11 items-center max-sm:col-start-3">
          <Switch
            ref={field.ref}
            checked={first !== undefined}
            onCheckedChange={(open) => onWrite(open ? usual : "")}
            aria-label={`Abierto: ${name}`}
          />
        </span>
        {first ? (
          <>
            <div className="grid gap-1.5 max-sm:col-span-3">
              <SpanFields
                name={name}
                span={first}
                isWrong={error !== undefined}
                onWrite={(changed) => write(second ? [changed, second] : [changed])}
              />
              {second && (
                <SpanFields
                  name={`${name}, segundo horario`}
                  span={second}
                  isWrong={error !== undefined}
                  onWrite={(changed) => write([first, changed])}
                />
              )}
            </div>
            <Button
              variant="ghost"
              size="icon"
              className="max-sm:col-start-2 max-sm:row-start-1"
              aria-label={`${second ? "Quitar el segundo" : "Añadir otro"} horario: ${name}`}
              onClick={() => write(second ? [first] : withBreak(first))}
            >
              {second ? <Minus aria-hidden="true" /> : <Plus aria-hidden="true" />}
            </Button>
          </>
        ) : (
          <span className="flex min-h-11 items-center text-muted-foreground text-sm max-sm:hidden">
            Cerrado
          </span>
        )}
      </div>
      {error ? <FieldError>{error}</FieldError> : <NextDay span={second ?? first} />}
    </fieldset>
  );
}

type SpanFieldsProps = {
  name: string;
  span: Span;
  isWrong: boolean;
  onWrite: (span: Span) => void;
};

function SpanFields({ name, span, isWrong, onWrite }: SpanFieldsProps) {
  const look = { type: "time", "aria-invalid": isWrong || undefined } as const;
  return (
    <div className="flex items-center gap-2">
      <Input
        {...look}
        aria-label={`${name}, abre`}
        value={span.opens}
        onChange={({ target }) => onWrite({ ...span, opens: target.value })}
        className="numeric sm:w-34"
      />
      <span aria-hidden="true">–</span>
      <Input
        {...look}
        aria-label={`${name}, cierra`}
        value={span.closes}
        onChange={({ target }) => onWrite({ ...span, closes: target.value })}
        className="numeric sm:w-34"
      />
    </div>
  );
}

/** Splits a span at the usual lunch break, if it contains it. */
function withBreak({ opens, closes }: Span): [Span, Span] {
  const isLong = opens < "13:00" && closes > "15:00";
  return isLong
    ? [
        { opens, closes: "13:00" },
        { opens: "15:00", closes },
      ]
    : [
        { opens, closes },
        { opens: "", closes: "" },
      ];
}

/** Notes that a span ends after midnight, in case that is a mistake. */
function NextDay({ span }: { span: Span | undefined }) {
  if (!span || span.opens === "" || span.closes === "" || span.closes > span.opens) return null;
  const words = `Cierra a las ${span.closes.replace(/^0/, "")} del día siguiente.`;
  return <p className="text-muted-foreground text-xs sm:pl-45">{words}</p>;
}

function readableZone(zone: string): string {
  return zone.split("/").slice(-1)[0]?.replaceAll("_", " ") ?? "";
}
