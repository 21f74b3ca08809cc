import { type ReactNode, useId } from "react";
import { type Control, useController } from "react-hook-form";
import type { EditUserForm } from "#contract/account-inputs.ts";
import { FieldError, Label } from "#web/ui/controls/field.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";

type SwitchFieldProps = {
  control: Control<EditUserForm>;
  name: "isActive" | "canAddVehicles" | "canEditPublicPage";
  label: string;
  hint: ReactNode;
  disabled?: boolean;
};

/** A yes-or-no of the form: what it is, what it does, and the switch. */
export function SwitchField({ control, name, label, hint, disabled = false }: SwitchFieldProps) {
  const id = useId();
  const { field, fieldState } = useController({ control, name });
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-4">
        <div className="grid gap-0.5">
          <Label htmlFor={id}>{label}</Label>
          <p id={`${id}-hint`} className="text-muted-foreground text-xs leading-relaxed">
            {hint}
          </p>
        </div>
        <Switch
          id={id}
          ref={field.ref}
          aria-describedby={`${id}-hint`}
          checked={field.value}
          onCheckedChange={field.onChange}
          onBlur={field.onBlur}
          disabled={disabled}
        />
      </div>
      {fieldState.error?.message && <FieldError>{fieldState.error.message}</FieldError>}
    </div>
  );
}
