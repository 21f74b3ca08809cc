import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type FieldErrors, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import {
  CreateSalespersonInput,
  type CreateSalespersonForm as Form,
} from "#contract/account-inputs.ts";
import { callFunction } from "#web/api/call-function.ts";
import { sessionMessages } from "#web/api/messages.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Dialog, DialogContent } from "#web/ui/controls/dialog.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { Input, PasswordInput } from "#web/ui/controls/input.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { teamMessages } from "./messages.ts";
import { PortraitField } from "./portrait-field.tsx";
import { savePortrait, useMayEditCards } from "./save-portrait.ts";
import { refreshTeam } from "./team-queries.ts";

type AddSalespersonDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Hears the id of the new account. */
  onAdded: (id: string) => void;
};

/** The dialog that adds a salesperson to the own team. */
export function AddSalespersonDialog({ open, onOpenChange, onAdded }: AddSalespersonDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Añadir Vendedor"
        description="La cuenta queda activa: podrá iniciar sesión enseguida con su correo y esta contraseña."
      >
        <AddSalespersonForm
          onAdded={(id) => {
            onOpenChange(false);
            onAdded(id);
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

const empty = { fullName: "", email: "", phone: "", password: "" } satisfies Form;
const fields = CreateSalespersonInput.keyof();
const Created = z.object({ userId: z.string() });

/**
 * Opens a salesperson's account (server function create-salesperson), then gives it the portrait.
 * On failure everything typed stays.
 */
function AddSalespersonForm({ onAdded }: { onAdded: (id: string) => void }) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const form = useForm({ resolver: zodResolver(CreateSalespersonInput), defaultValues: empty });
  const { errors, isSubmitting } = form.formState;
  const name = useWatch({ control: form.control, name: "fullName" });
  const portrait = usePortrait();
  const mayEditCards = useMayEditCards();

  const submit = async (input: CreateSalespersonInput) => {
    const result = await callFunction(supabase, "create-salesperson", input);
    if (!result.success) {
      const description = result.message ?? sessionMessages.noAnswer;
      toast({ title: teamMessages.createFailed, description, variant: "destructive" });
      const field = fields.safeParse(result.field);
      if (field.success) form.setError(field.data, { message: description }, { shouldFocus: true });
      return;
    }
    const { userId } = Created.parse(result.data);
    const failure = portrait.file && (await savePortrait(supabase, userId, portrait.file));
    await refreshTeam(queries);
    const description = `${input.fullName} ya puede iniciar sesión con ${input.email}.`;
    toast(failure ?? { title: teamMessages.created, description, variant: "success" });
    onAdded(userId);
  };

  return (
    <form noValidate onSubmit={form.handleSubmit(submit, tellWeakPassword)} className="grid gap-4">
      <PortraitField
        name={name}
        src={portrait.src}
        mayChange={mayEditCards}
        onChoose={portrait.choose}
        onRemove={() => portrait.choose(null)}
      />
      <Field label="Nombre completo" required error={errors.fullName?.message}>
        <Input {...form.register("fullName")} autoComplete="off" />
      </Field>
      <Field label="Correo electrónico" required error={errors.email?.message}>
        <Input
          {...form.register("email")}
          type="email"
          inputMode="email"
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
        hint="Al menos 6 caracteres. Compártela con esta persona."
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

/** A picture that waits for the account whose portrait it will be. */
function usePortrait() {
  const [chosen, setChosen] = useState<{ file: File; src: string } | null>(null);
  const src = chosen?.src ?? "";
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  return {
    file: chosen?.file ?? null,
    src,
    choose: (file: File | null) => setChosen(file && { file, src: URL.createObjectURL(file) }),
  };
}

/** The password's rule is also told as a notice (product section 5). */
function tellWeakPassword({ password }: FieldErrors<Form>): void {
  if (!password) return;
  const description = password.message ?? teamMessages.weakPassword.description;
  toast({ ...teamMessages.weakPassword, description, variant: "destructive" });
}
