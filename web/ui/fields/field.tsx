import { CircleAlert } from "lucide-react";
import { Label as LabelPrimitive, Slot } from "radix-ui";
import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";

/** The name of a control. */
export function Label({ className, ...props }: ComponentProps<typeof LabelPrimitive.Root>) {
  return (
    <LabelPrimitive.Root
      className={classNames("block font-medium text-foreground text-sm", className)}
      {...props}
    />
  );
}

export type FieldProps = {
  label: ReactNode;
  /**
   * Exactly one control (Input, Textarea, Select); gets id, aria-invalid, aria-describedby and
   * aria-required.
   */
  children: ReactElement;
  /** Id of the control where it has a fixed one; otherwise made. */
  id?: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Something at the right end of the label's line, a counter for instance. */
  aside?: ReactNode;
  required?: boolean;
  className?: string;
};

/** Label, control, hint and error text, wired for assistive technology. */
export function Field(props: FieldProps) {
  const { label, children, error, hint, aside, required, className } = props;
  const made = useId();
  const id = props.id ?? made;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error && errorId, hint && hintId].filter(Boolean).join(" ");
  return (
    <div className={classNames("grid grid-cols-1 content-start gap-1.5", className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Label htmlFor={id}>
          <span>{label}</span>
          {required && (
            <span aria-hidden="true" className="ml-0.5 text-destructive-ink">
              *
            </span>
          )}
        </Label>
        {aside && <span className="text-muted-foreground text-xs">{aside}</span>}
      </div>
      <Slot.Root
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        aria-required={required || undefined}
      >
        {children}
      </Slot.Root>
      {hint && (
        <p id={hintId} className="text-muted-foreground text-xs leading-relaxed">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** The red sentence under a control; announced when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-destructive-ink text-sm">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
