import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { controlStyles } from "#web/ui/fields/control-styles.ts";

/** One box of a form that a customer fills in. */
export type LeadField = {
  /** The key of the request's body. */
  name: string;
  label: string;
  type: "text" | "email" | "tel" | "message";
  maxLength: number;
  autoComplete?: string;
  /** What is said when it is empty; left out, it may be. */
  missing?: string;
  /** What is said when it does not fit `type` or `pattern`. */
  invalid?: string;
  pattern?: string;
  /** What stands in it already. */
  initial?: string | undefined;
};

export type Control = HTMLInputElement | HTMLTextAreaElement;

type LeadFieldBoxProps = { field: LeadField; fault: string | undefined; readOnly: boolean };

/**
 * Label, box and fault. Written without the class merger and primitives of the private part
 * (decision 040).
 */
export function LeadFieldBox({ field, fault, readOnly }: LeadFieldBoxProps) {
  const id = useId();
  const required = field.missing !== undefined;
  const control = {
    id,
    name: field.name,
    required,
    readOnly,
    maxLength: field.maxLength,
    autoComplete: field.autoComplete,
    defaultValue: field.initial,
    "aria-invalid": fault ? true : undefined,
    "aria-describedby": fault ? `${id}-fault` : undefined,
  } as const;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        <span>{field.label}</span>
        {required ? (
          <span aria-hidden="true" className="ml-0.5 text-destructive-ink">
            *
          </span>
        ) : (
          <span className="font-normal text-muted-foreground"> (opcional)</span>
        )}
      </label>
      {field.type === "message" ? (
        <textarea
          {...control}
          rows={3}
          className={`${controlStyles} field-sizing-content max-h-60 min-h-24 py-2.5`}
        />
      ) : (
        <input
          {...control}
          type={field.type}
          pattern={field.pattern}
          className={`${controlStyles} h-11`}
        />
      )}
      {fault && (
        <p id={`${id}-fault`} className="flex items-start gap-1.5 text-destructive-ink text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{fault}</span>
        </p>
      )}
    </div>
  );
}

/** What is wrong with what stands in a box, by the browser's own checks; null when nothing is. */
export function faultOf(field: LeadField, control: Control): string | null {
  if (field.missing && control.value.trim() === "") return field.missing;
  return control.validity.valid ? null : (field.invalid ?? field.missing ?? null);
}
