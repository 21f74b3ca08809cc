import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { controlStyles } from "#web/ui/fields/control-styles.ts";

/** A field of a form for customers. */
export type LeadField = {
  /** Key in the request body. */
  name: string;
  label: string;
  type: "text" | "email" | "tel" | "message";
  maxLength: number;
  autoComplete?: string;
  /** Error when empty; without it the field is optional. */
  missing?: string;
  /** Error when the value does not match `type` or `pattern`. */
  invalid?: string;
  pattern?: string;
  /** Initial value. */
  initial?: string | undefined;
};

export type Control = HTMLInputElement | HTMLTextAreaElement;

type LeadFormFieldProps = { field: LeadField; error: string | undefined; readOnly: boolean };

/**
 * Label, input and error. Does without the class merger and primitives of the private pages
 * (decision 040).
 */
export function LeadFormField({ field, error, readOnly }: LeadFormFieldProps) {
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
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
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
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-destructive-ink text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** The validation error of an input according to the browser, or null. */
export function validationErrorOf(field: LeadField, control: Control): string | null {
  if (field.missing && control.value.trim() === "") return field.missing;
  return control.validity.valid ? null : (field.invalid ?? field.missing ?? null);
}
