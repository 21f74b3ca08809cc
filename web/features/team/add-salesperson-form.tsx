import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type FieldErrors, useForm } from "react-hook-form";
import {
  CreateSalespersonInput,
  type CreateSalespersonForm as Form,
} from "#contract/create-salesperson.ts";
import { callFunction } from "#web/session/call-function.ts";
import { sessionMessages } from "#web/session/messages.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { PasswordInput } from "#web/ui/controls/password-input.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { teamMessages } from "./messages.ts";
import { refreshTeam } from "./team-queries.ts";

const empty = { fullName: "", email: "", phone: "", password: "" } satisfies Form;
const fields = CreateSalespersonInput.keyof();

/**
 * Opens a salesperson's account (server function create-salesperson). On failure everything typed
 * stays.
 */
export function AddSalespersonForm({ onAdded }: { onAdded: () => void }) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const form = useForm({ resolver: zodResolver(CreateSalespersonInput), defaultValues: empty });
  const { errors, isSubmitting } = form.formState;

  const submit = async (input: CreateSalespersonInput) => {
    const result = await callFunction(supabase, "create-salesperson", input);
    if (!result.success) {
      const description = result.message ?? sessionMessages.noAnswer;
      toast({ title: teamMessages.createFailed, description, variant: "destructive" });
      const field = fields.safeParse(result.field);
      if (field.success) form.setError(field.data, { message: description }, { shouldFocus: true });
      return;
    }
    await refreshTeam(queries);
    const description = `${input.fullName} ya puede iniciar sesión con ${input.email}.`;
    toast({ title: teamMessages.created, description, variant: "success" });
    onAdded();
  };

  return (
    <form noValidate onSubmit={form.handleSubmit(submit, tellWeakPassword)} className="grid gap-4">
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
        hint="También podrá iniciar sesión con él."
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

/** The password's rule is also told as a notice (product section 5). */
function tellWeakPassword({ password }: FieldErrors<Form>): void {
  if (!password) return;
  const description = password.message ?? teamMessages.weakPassword.description;
  toast({ ...teamMessages.weakPassword, description, variant: "destructive" });
}
