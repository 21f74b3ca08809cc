import type { AuthError } from "@supabase/supabase-js";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { OwnPasswordInput } from "#contract/accounts/settings.ts";
import { useFormSave } from "#web/session/forms/use-form-save.ts";
import { useSessionCheck } from "#web/session/forms/use-session-check.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { PasswordInput } from "#web/ui/fields/input.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { toast } from "#web/ui/states/toast.ts";
import { securityMessages } from "../messages.ts";
import { factorMessages } from "./messages.ts";
import { ownSessionsQuery } from "./own-sessions.ts";

const sentences: Record<string, string> = {
  same_password: securityMessages.samePassword,
  weak_password: securityMessages.weakPassword,
};
const notices: Record<string, string> = {
  session_not_found: securityMessages.sessionEnded,
  bad_jwt: securityMessages.sessionEnded,
  over_request_rate_limit: securityMessages.tooMany,
  insufficient_aal: factorMessages.weakSession,
};

/**
 * Error of a refused password change: at the field if the password is at fault, else in the notice
 * (GoTrue error codes).
 */
export function describePasswordFailure({ code = "" }: Pick<AuthError, "code">): {
  field?: string;
  notice: { title: string; description: string };
} {
  const { passwordFailed } = securityMessages;
  const field = sentences[code];
  if (field) return { field, notice: { title: passwordFailed.description, description: field } };
  const description = notices[code];
  return {
    notice: description ? { title: passwordFailed.description, description } : passwordFailed,
  };
}

/** Changes the person's password; the server ends all other sessions (docs/product/accounts.md). */
export function PasswordForm() {
  const { supabase, user } = useAuth();
  const queries = useQueryClient();
  const form = useForm({
    resolver: formResolver(OwnPasswordInput),
    defaultValues: { password: "", confirmation: "" },
  });
  const { errors, isSubmitting } = form.formState;
  useHeldPage(form.formState.isDirty || isSubmitting, isSubmitting);
  const findSessionEnd = useSessionCheck();

  async function submit({ password }: OwnPasswordInput) {
    const description = await findSessionEnd();
    if (description) {
      const { description: title } = securityMessages.passwordFailed;
      toast({ title, description, variant: "destructive" });
      return;
    }
    const { error } = await supabase.auth.updateUser({ password });
    if (!error) {
      form.reset();
      // The other sessions have ended.
      void queries.invalidateQueries(ownSessionsQuery(supabase));
      toast({ ...securityMessages.passwordChanged, variant: "success" });
      return;
    }
    const failure = describePasswordFailure(error);
    if (failure.field) form.setError("password", { message: failure.field });
    toast({ ...failure.notice, variant: "destructive" });
  }
  const whenOnline = useFormSave(submit);

  return (
    <FormSection
      title="Contraseña"
      description="Al cambiarla se cierran tus sesiones en los demás dispositivos."
    >
      <form noValidate onSubmit={form.handleSubmit(whenOnline)} className="grid max-w-md gap-5">
        {/* Password managers store the new password under this name. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.email || user?.phone || ""}
          readOnly
          hidden
        />
        <fieldset disabled={isSubmitting} className="contents">
          <legend className="sr-only">Cambiar contraseña</legend>
          <Field
            label="Nueva contraseña"
            required
            hint="Al menos 8 caracteres."
            error={errors.password?.message}
          >
            <PasswordInput {...form.register("password")} autoComplete="new-password" />
          </Field>
          <Field label="Confirmar nueva contraseña" required error={errors.confirmation?.message}>
            <PasswordInput {...form.register("confirmation")} autoComplete="new-password" />
          </Field>
          <Button type="submit" loading={isSubmitting} className="w-full sm:w-fit">
            Cambiar contraseña
          </Button>
        </fieldset>
      </form>
    </FormSection>
  );
}
