import { useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import {
  CreateSalespersonInput,
  type CreateSalespersonForm as Form,
} from "#contract/accounts/account-inputs.ts";
import { limits } from "#contract/limits.ts";
import { callFunction } from "#web/api/call-function.ts";
import { useFormSave } from "#web/session/forms/use-form-save.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Input, PasswordInput } from "#web/ui/fields/input.tsx";
import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { LOGO, preparePicture } from "#web/ui/picture/page-picture.ts";
import { toast } from "#web/ui/states/toast.ts";
import { toastFieldError } from "#web/ui/states/toast-field-error.ts";
import { generatePassword } from "./generate-password.ts";
import { teamMessages } from "./messages.ts";
import type { Contact } from "./pick-contact.ts";
import { PortraitField } from "./portrait-field.tsx";
import { readContact } from "./read-contact.ts";
import { savePortrait, useMayChangePortraits } from "./save-portrait.ts";
import { refreshTeam } from "./team-queries.ts";

/** A newly created account. */
export type CreatedSalesperson = { id: string; password: string };

type AddSalespersonDialogProps = {
  /** Initial values; null while closed. */
  contact: Contact | null;
  onClose: () => void;
  /** Called after the dialog has closed, so that the focus can move on. */
  onAdded: (added: CreatedSalesperson) => void;
};

/** The dialog that adds a salesperson to the team. */
export function AddSalespersonDialog({ contact, onClose, onAdded }: AddSalespersonDialogProps) {
  const [added, setAdded] = useState<CreatedSalesperson | null>(null);
  const leadOn = (event: Event) => {
    event.preventDefault();
    setAdded(null);
    if (added) onAdded(added);
  };
  return (
    <Dialog open={contact !== null} onOpenChange={onClose}>
      <DialogContent
        title="Añadir Vendedor"
        description="La cuenta queda activa: podrá iniciar sesión enseguida con su correo y esta contraseña."
        onOpenAutoFocus={focusNext}
        {...(added && { onCloseAutoFocus: leadOn })}
      >
        <AddSalespersonForm
          contact={contact ?? emptyContact}
          onAdded={(account) => {
            setAdded(account);
            onClose();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

/** Focuses the first empty field, else the button. */
function focusNext(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const fields = target.querySelectorAll<HTMLInputElement>("input[aria-required]");
  const empty = [...fields].find(({ value }) => value === "");
  const next = empty ?? target.querySelector<HTMLElement>('[type="submit"]');
  event.preventDefault();
  next?.focus();
}

/** Initial values of an empty form. */
export const emptyContact: Contact = { fullName: "", email: "", phone: "" };
const fields = CreateSalespersonInput.keyof();
const Created = z.object({ userId: z.string() });

/**
 * Creates a salesperson's account (server function create-salesperson), then uploads the portrait.
 * A failure keeps the typed values.
 */
function AddSalespersonForm(props: {
  contact: Contact;
  onAdded: (added: CreatedSalesperson) => void;
}) {
  const { contact, onAdded } = props;
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const [password] = useState(generatePassword);
  const form = useForm({
    resolver: formResolver(CreateSalespersonInput),
    defaultValues: { ...contact, password } satisfies Form,
  });
  const { errors, isSubmitting } = form.formState;
  useHeldPage(true);
  const name = useWatch({ control: form.control, name: "fullName" });
  const one = useContactPaste(form);
  const portrait = usePortrait();
  const mayChangePortraits = useMayChangePortraits();

  const submit = async (input: CreateSalespersonInput) => {
    const result = await callFunction(supabase, "create-salesperson", input);
    if (!result.success) {
      const description = result.message;
      toast({ title: teamMessages.createFailed, description, variant: "destructive" });
      const field = fields.safeParse(result.field);
      if (field.success) form.setError(field.data, { message: description }, { shouldFocus: true });
      return;
    }
    const userId = Created.safeParse(result.data).data?.userId ?? "";
    const failure = portrait.file && (await savePortrait(supabase, userId, portrait.file));
    await refreshTeam(queries);
    const description = `${input.fullName} ya puede iniciar sesión con ${input.email}.`;
    toast(failure ?? { title: teamMessages.created, description, variant: "success" });
    onAdded({ id: userId, password: input.password });
  };
  const whenOnline = useFormSave(submit);

  return (
    <form
      noValidate
      onKeyDown={one.leadOn}
      onSubmit={form.handleSubmit(whenOnline, ({ password }) =>
        toastFieldError(password, teamMessages.weakPassword),
      )}
      className="grid gap-4"
    >
      <PortraitField
        name={name}
        src={portrait.src}
        mayChange={mayChangePortraits}
        onChoose={portrait.choose}
        onRemove={portrait.remove}
      />
      <Field
        label="Nombre completo"
        required
        hint={teamMessages.oneLine}
        error={errors.fullName?.message}
      >
        <Input
          {...form.register("fullName", { onBlur: one.splitPasted })}
          onPaste={one.paste}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="enter"
        />
      </Field>
      <Field label="Correo electrónico" required error={errors.email?.message}>
        <Input
          {...form.register("email")}
          type="email"
          inputMode="email"
          enterKeyHint="enter"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Teléfono"
        aside="Opcional"
        hint="Lo ven sus clientes en su tarjeta, también como WhatsApp. Y podrá iniciar sesión con él."
        error={errors.phone?.message}
      >
        <Input {...form.register("phone")} type="tel" inputMode="tel" autoComplete="off" />
      </Field>
      <Field
        label="Contraseña"
        required
        hint={`Esta es una propuesta; puedes escribir otra de al menos ${limits.minPasswordLength} caracteres.`}
        error={errors.password?.message}
      >
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <Button type="submit" size="lg" loading={isSubmitting} className="mt-1 w-full">
        {isSubmitting ? "Creando vendedor..." : "Crear vendedor"}
      </Button>
    </form>
  );
}

/**
 * Splits a contact pasted into the name field into name, phone and e-mail. Enter moves to the next
 * empty field, or submits.
 */
function useContactPaste(form: UseFormReturn<Form, unknown, CreateSalespersonInput>) {
  const fill = (text: string) => {
    const contact = readContact(text);
    if (contact === null) return false;
    const { fullName, ...rest } = contact;
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue("fullName", fullName, options);
    if (rest.email) form.setValue("email", rest.email, options);
    if (rest.phone) form.setValue("phone", rest.phone, options);
    return true;
  };
  const splitPasted = () => fill(form.getValues("fullName"));
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    if (fill(`${value} ${event.clipboardData.getData("text")}`)) event.preventDefault();
  };
  const leadOn = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    const field = fields.safeParse(event.target.name);
    if (!field.success) return;
    if (field.data === "fullName") splitPasted();
    const below = fields.options.slice(fields.options.indexOf(field.data) + 1);
    const empty = below.find((name) => !form.getValues(name));
    if (!empty) return;
    event.preventDefault();
    form.setFocus(empty);
  };
  return { splitPasted, paste, leadOn };
}

/** A portrait that is uploaded once the account exists. */
function usePortrait() {
  const [chosen, setChosen] = useState<{ file: Promise<File>; src: string } | null>(null);
  const src = chosen?.src ?? "";
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  return {
    file: chosen?.file ?? null,
    src,
    choose: async (picked: File) => {
      // Preview the converted picture, because few browsers show HEIC.
      const file = preparePicture(picked, LOGO);
      setChosen({ file, src: "" });
      try {
        setChosen({ file, src: URL.createObjectURL(await file) });
      } catch (error) {
        setChosen(null);
        throw error;
      }
    },
    remove: () => setChosen(null),
  };
}
