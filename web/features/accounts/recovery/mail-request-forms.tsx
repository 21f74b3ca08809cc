import type { ComponentProps } from "react";
import { useForm } from "react-hook-form";
import { useLocation, useNavigate } from "react-router";
import { z } from "zod";
import { NewEmail } from "#contract/accounts/account-inputs.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Input } from "#web/ui/fields/input.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { recoveryMessages } from "./messages.ts";
import { describeMailFailure } from "./recovery-failure.ts";

const ForgotPasswordInput = z.object({ email: NewEmail });
type ForgotPasswordInput = z.output<typeof ForgotPasswordInput>;

/** State passed by /login: the e-mail typed there. */
const LoginState = z.object({ email: z.string() });

/**
 * Requests a recovery mail; the response is the same whether or not the account exists (product
 * sections 5 and 8).
 */
export function ForgotPasswordForm() {
  const { supabase } = useAuth();
  const { siteUrl } = usePublicConfig();
  const navigate = useNavigate();
  const handed = LoginState.safeParse(useLocation().state);
  const form = useForm({
    resolver: formResolver(ForgotPasswordInput),
    defaultValues: { email: handed.data?.email ?? "" },
  });
  const { errors, isSubmitting } = form.formState;

  async function submit({ email }: ForgotPasswordInput) {
    const redirectTo = `${siteUrl}/update-password`;
    const { error } = await supabase.auth.resetPasswordForEmail(email, { redirectTo });
    if (error) {
      toast({ ...describeMailFailure(error), variant: "destructive" });
      return;
    }
    toast({ ...recoveryMessages.sent, variant: "success" });
    navigate("/login");
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4">
      <fieldset disabled={isSubmitting} className="contents">
        <Field
          label="Correo electrónico"
          required
          hint="¿Entras con tu teléfono? Escribe el correo de tu cuenta."
          error={errors.email?.message}
        >
          <EmailInput {...form.register("email")} />
        </Field>
        <Button type="submit" size="lg" loading={isSubmitting} className="mt-2 w-full">
          {isSubmitting ? "Enviando..." : "Enviar enlace"}
        </Button>
      </fieldset>
    </form>
  );
}

const ResendInput = z.object({ email: NewEmail });
type ResendInput = z.output<typeof ResendInput>;

/** Requests another verification mail, for a link that is lost or expired. */
export function ResendVerification({ email = "" }: { email?: string }) {
  const { supabase } = useAuth();
  const form = useForm({ resolver: formResolver(ResendInput), defaultValues: { email } });
  const { errors, isSubmitting } = form.formState;

  async function submit(input: ResendInput) {
    const { error } = await supabase.auth.resend({ type: "signup", email: input.email });
    if (error) toast({ ...describeMailFailure(error), variant: "destructive" });
    else toast({ ...recoveryMessages.resent, variant: "success" });
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="mt-3 grid gap-3">
      <fieldset disabled={isSubmitting} className="contents">
        <Field label="Correo electrónico de tu cuenta" error={errors.email?.message}>
          <EmailInput {...form.register("email")} />
        </Field>
        <Button type="submit" variant="outline" loading={isSubmitting} className="w-full sm:w-fit">
          Enviar otro enlace
        </Button>
      </fieldset>
    </form>
  );
}

/** An e-mail input with the right keyboard and autofill, and without autocorrect. */
function EmailInput(props: Omit<ComponentProps<"input">, "type">) {
  return (
    <Input
      {...props}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
