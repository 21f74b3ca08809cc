import type { ComponentProps, ReactNode } from "react";
import { type FieldPathByValue, useFormContext } from "react-hook-form";
import type { ProfileSettings } from "#contract/accounts/settings.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { Input, Textarea } from "#web/ui/fields/input.tsx";

type ProfileText = FieldPathByValue<ProfileSettings, string>;

type TextFieldProps = Omit<ComponentProps<typeof Input>, "name" | "required"> & {
  name: ProfileText;
  label: string;
  hint?: ReactNode;
  required?: boolean;
};

export function ProfileTextField(props: TextFieldProps) {
  const { name, id, label, hint, required, ...input } = props;
  const { register, formState, getFieldState } = useFormContext<ProfileSettings>();
  const { error } = getFieldState(name, formState);
  return (
    <Field
      {...(id ? { id } : {})}
      label={label}
      hint={hint}
      required={required}
      error={error?.message}
    >
      <Input {...register(name)} {...input} />
    </Field>
  );
}

export function ProfileTextArea(props: {
  name: ProfileText;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
}) {
  const { register, formState, getFieldState } = useFormContext<ProfileSettings>();
  const { error } = getFieldState(props.name, formState);
  return (
    <Field label={props.label} hint={props.hint} error={error?.message}>
      <Textarea {...register(props.name)} placeholder={props.placeholder} />
    </Field>
  );
}
