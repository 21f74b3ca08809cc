import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { NewPassword } from "#contract/access-request.ts";
import { WEAK_PASSWORD } from "#contract/change-password.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { PasswordInput } from "#web/ui/controls/password-input.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { recoveryMessages } from "./messages.ts";
import { describeUpdateFailure } from "./recovery-failure.ts";

const UpdatePasswordInput = z.object({ password: NewPassword });
type UpdatePasswordInput = z.output<typeof UpdatePasswordInput>;

/**
 * Sets the new password of whoever the recovery link signed in, and signs them out; `onUpdated` is
 * called before that.
 */
export function UpdatePasswordForm({ onUpdated }: { onUpdated: () => void }) {
  const { supabase, signOut, user } = useAuth();
  const form = useForm({
    resolver: zodResolver(UpdatePasswordInput),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  async function submit({ password }: UpdatePasswordInput) {
    const { error } = await supabase.auth.updateUser({ password });
    if (error) {
      const { field, ...failure } = describeUpdateFailure(error);
      if (field) form.setError("password", { message: field });
      toast({ ...failure, variant: "destructive" });
      return;
    }
    toast({ ...recoveryMessages.updated, variant: "success" });
    onUpdated();
    await signOut();
  }

  const refuse = ({ password }: typeof errors) => {
    toast({ title: WEAK_PASSWORD, description: password?.message, variant: "destructive" });
  };

  return (
    <form noValidate onSubmit={form.handleSubmit(submit, refuse)} className="grid gap-4">
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
        <Field
          label="Nueva contraseña"
          required
          hint="Al menos 6 caracteres. Se cerrará tu sesión en todos los dispositivos."
          error={errors.password?.message}
        >
          <PasswordInput {...form.register("password")} autoComplete="new-password" />
        </Field>
        <Button type="submit" size="lg" loading={isSubmitting} className="mt-2 w-full">
          {isSubmitting ? "Actualizando..." : "Actualizar contraseña"}
        </Button>
      </fieldset>
    </form>
  );
}
