import { useFormContext } from "react-hook-form";
import type { PageStyleSettings } from "#contract/accounts/settings.ts";

const layouts = [
  { value: "centered", name: "Centrado", header: CenteredHeader, card: CenteredCard },
  { value: "classic", name: "Clásico", header: ClassicHeader, card: ClassicCard },
] as const;

type LayoutFieldProps = {
  /** A dealership's page has a header and hero, a salesperson's a card. */
  of: "header" | "card";
  locked: boolean;
};

/** Choice of the header or card layout, by illustration. */
export function LayoutField({ of, locked }: LayoutFieldProps) {
  const { register } = useFormContext<PageStyleSettings>();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Diseño del encabezado</legend>
      <div className="grid fit-columns-[8rem] gap-3">
        {layouts.map(({ value, name, [of]: Drawing }) => (
          <label
            key={value}
            className="grid cursor-pointer gap-2 rounded-xl border-2 border-border bg-card p-3 transition-colors has-checked:border-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring has-disabled:cursor-not-allowed has-disabled:opacity-55"
          >
            <Drawing />
            <span className="flex items-center gap-2 font-medium text-sm">
              <input
                type="radio"
                value={value}
                disabled={locked}
                {...register("layout_style")}
                className="size-4 accent-primary outline-none"
              />
              <span>{name}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const drawing = "h-auto w-full rounded-md bg-muted text-muted-foreground/60";

function CenteredHeader() {
  return (
    <svg viewBox="0 0 120 56" aria-hidden="true" fill="currentColor" className={drawing}>
      <rect x="52" y="9" width="16" height="9" rx="2" className="fill-primary" />
      <rect x="8" y="12" width="14" height="3" rx="1.5" />
      <rect x="26" y="12" width="14" height="3" rx="1.5" />
      <rect x="98" y="12" width="14" height="3" rx="1.5" />
      <rect x="32" y="34" width="56" height="5" rx="2.5" />
      <rect x="44" y="43" width="32" height="3" rx="1.5" />
    </svg>
  );
}

function ClassicHeader() {
  return (
    <svg viewBox="0 0 120 56" aria-hidden="true" fill="currentColor" className={drawing}>
      <rect x="8" y="9" width="16" height="9" rx="2" className="fill-primary" />
      <rect x="62" y="12" width="14" height="3" rx="1.5" />
      <rect x="80" y="12" width="14" height="3" rx="1.5" />
      <rect x="98" y="12" width="14" height="3" rx="1.5" />
      <rect x="8" y="34" width="56" height="5" rx="2.5" />
      <rect x="8" y="43" width="32" height="3" rx="1.5" />
    </svg>
  );
}

function CenteredCard() {
  return (
    <svg viewBox="0 0 120 56" aria-hidden="true" fill="currentColor" className={drawing}>
      <rect x="52" y="7" width="16" height="16" rx="4" className="fill-primary" />
      <rect x="34" y="28" width="52" height="5" rx="2.5" />
      <rect x="44" y="37" width="32" height="3" rx="1.5" />
      <rect x="38" y="45" width="20" height="5" rx="2.5" />
      <rect x="62" y="45" width="20" height="5" rx="2.5" />
    </svg>
  );
}

function ClassicCard() {
  return (
    <svg viewBox="0 0 120 56" aria-hidden="true" fill="currentColor" className={drawing}>
      <rect x="10" y="10" width="16" height="16" rx="4" className="fill-primary" />
      <rect x="32" y="12" width="40" height="5" rx="2.5" />
      <rect x="32" y="21" width="26" height="3" rx="1.5" />
      <rect x="10" y="41" width="20" height="5" rx="2.5" />
      <rect x="34" y="41" width="20" height="5" rx="2.5" />
      <rect x="86" y="11" width="24" height="5" rx="2.5" />
      <rect x="86" y="20" width="24" height="5" rx="2.5" />
    </svg>
  );
}
