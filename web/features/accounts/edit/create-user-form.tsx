import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { AccountRole, CreateUserForm as Form } from "#contract/accounts/account-inputs.ts";
import { limits } from "#contract/limits.ts";
import { callFunction } from "#web/api/call-function.ts";
import { useDealershipSearch } from "#web/session/dealership/use-dealership-search.ts";
import { useFormSave } from "#web/session/forms/use-form-save.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Input, PasswordInput, Select } from "#web/ui/fields/input.tsx";
import { SearchPicker } from "#web/ui/fields/search-picker.tsx";
import { Card, CardContent, CardHeader } from "#web/ui/frame/card.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { toast } from "#web/ui/states/toast.ts";
import { toastFieldError } from "#web/ui/states/toast-field-error.ts";
import { adminMessages, roleLabel } from "../admin-messages.ts";
import { accountKeys } from "../directory/account-list.ts";

const empty: Form = {
  fullName: "",
  identifier: "",
  password: "",
  role: "vendedor",
  dealershipId: "",
};

/** Maps keys of the request body to form fields. */
const fields: Record<string, keyof Form> = {
  email: "identifier",
  phone: "identifier",
  password: "password",
  fullName: "fullName",
  role: "role",
  dealershipId: "dealershipId",
};

/**
 * Creates an account that can sign in immediately (server function create-user-by-admin). A failure
 * keeps the typed values.
 */
export function CreateUserForm() {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const form = useForm({ resolver: formResolver(Form), defaultValues: empty });
  const dealerships = useDealershipSearch();
  const [dealership, setDealership] = useState<{ id: string; name: string } | null>(null);
  const { errors, isSubmitting } = form.formState;
  useHeldPage(form.formState.isDirty || isSubmitting);
  const role = useWatch({ control: form.control, name: "role" });

  const pick = (picked: { id: string; name: string } | null) => {
    setDealership(picked);
    form.setValue("dealershipId", picked?.id ?? "");
    form.clearErrors("dealershipId");
  };

  const submit = async (body: Record<string, unknown> & { fullName: string }) => {
    const result = await callFunction(supabase, "create-user-by-admin", body);
    if (!result.success) {
      const { message: description, field = "" } = result;
      toast({ title: adminMessages.createFailed, description, variant: "destructive" });
      const box = fields[field];
      if (!box) return;
      form.setError(box, { message: description });
      // The fields are disabled while sending; focus once they are enabled again.
      requestAnimationFrame(() => form.setFocus(box));
      return;
    }
    const description = `${body.fullName} ya puede iniciar sesión.`;
    toast({ title: adminMessages.created, description, variant: "success" });
    form.reset(empty);
    setDealership(null);
    await queries.invalidateQueries({ queryKey: accountKeys.all });
  };
  const whenOnline = useFormSave(submit);

  return (
    <Card className="h-fit">
      <CardHeader
        title="Crear usuario"
        description="La cuenta queda activa y puede entrar enseguida."
      />
      <CardContent className="pt-0 sm:pt-0">
        <form
          noValidate
          onSubmit={form.handleSubmit(whenOnline, ({ password }) =>
            toastFieldError(password, adminMessages.weakPassword),
          )}
          className="grid gap-4"
        >
          <fieldset disabled={isSubmitting} className="contents">
            <Field label="Nombre completo" required error={errors.fullName?.message}>
              <Input {...form.register("fullName")} autoComplete="off" />
            </Field>
            <Field
              label="Correo electrónico o teléfono"
              required
              error={errors.identifier?.message}
            >
              <Input
                {...form.register("identifier")}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            </Field>
            <Field
              label="Contraseña"
              required
              hint={`Al menos ${limits.minPasswordLength} caracteres.`}
              error={errors.password?.message}
            >
              <PasswordInput {...form.register("password")} autoComplete="new-password" />
            </Field>
            <Field label="Rol" error={errors.role?.message}>
              <Select {...form.register("role")}>
                {AccountRole.options.map((option) => (
                  <option key={option} value={option}>
                    {roleLabel(option)}
                  </option>
                ))}
              </Select>
            </Field>
            {role === "vendedor" && (
              <Field
                label="Concesionario"
                aside="Opcional"
                hint="Sin concesionario todavía no verá vehículos."
                error={errors.dealershipId?.message}
              >
                <SearchPicker
                  {...dealerships}
                  value={dealership}
                  onPick={pick}
                  disabled={isSubmitting}
                />
              </Field>
            )}
            <Button type="submit" loading={isSubmitting} className="mt-1 w-full">
              {isSubmitting ? "Creando usuario..." : "Crear usuario"}
            </Button>
          </fieldset>
        </form>
      </CardContent>
    </Card>
  );
}
