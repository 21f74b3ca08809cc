import type { AuthError } from "@supabase/supabase-js";
import { useState } from "react";
import { type Control, useForm, useWatch } from "react-hook-form";
import { Link, useLocation } from "react-router";
import { z } from "zod";
import { REQUEST_UNDER_REVIEW } from "#contract/accounts/access-request.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Input, PasswordInput } from "#web/ui/fields/input.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { accountMessages } from "../messages.ts";
import { ResendVerification } from "../recovery/mail-request-forms.tsx";
import { recoveryMessages } from "../recovery/messages.ts";

const { signInFailed, unexpected } = accountMessages;

const reasons: Record<string, string> = {
  invalid_credentials: signInFailed.wrong,
  validation_failed: signInFailed.wrong,
  email_not_confirmed: signInFailed.unconfirmed,
  phone_not_confirmed: signInFailed.unconfirmed,
  user_banned: signInFailed.inactive,
  over_request_rate_limit: signInFailed.tooMany,
};

/**
 * Error of a failed sign-in: the reason, or 'Error' if the server did not decide (GoTrue error
 * codes).
 */
export function describeSignInFailure({ code = "", message }: Partial<AuthError>): {
  title: string;
  description: string;
} {
  const description = message === REQUEST_UNDER_REVIEW ? message : reasons[code];
  return description ? { title: signInFailed.title, description } : unexpected;
}

const SignInInput = z.object({
  identifier: z.string().trim().min(1, "Escribe tu teléfono o correo electrónico."),
  password: z.string().min(1, "Escribe tu contraseña."),
});
type SignInInput = z.infer<typeof SignInInput>;

/**
 * Signs in by phone or e-mail. Stays disabled after success, until the route guard redirects or
 * asks for a code.
 */
export function SignInForm() {
  const { signIn } = useAuth();
  const { pathname } = useLocation();
  const form = useForm({
    resolver: formResolver(SignInInput),
    defaultValues: { identifier: "", password: "" },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const waiting = isSubmitting || isSubmitSuccessful;
  const [unverified, setUnverified] = useState<string | null>(null);

  const submit = async (input: SignInInput) => {
    const result = await signIn(input);
    if (result.success) {
      // The top of the dashboard holds the first steps, waiting leads and the search.
      const edge = pathname === "/login" ? "bottom" : undefined;
      if (!result.needsSecondFactor)
        toast({ ...accountMessages.signedIn, variant: "success", edge });
      return;
    }
    toast({ ...describeSignInFailure(result.error), variant: "destructive" });
    setUnverified(result.error.code === "email_not_confirmed" ? input.identifier : null);
    form.setError("root", { message: result.error.code ?? "" });
  };

  return (
    <>
      {unverified !== null && (
        <Notice title={recoveryMessages.unverified.title} className="mb-6">
          {recoveryMessages.unverified.description}
          <ResendVerification key={unverified} email={emailIn(unverified)} />
        </Notice>
      )}
      <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4">
        <fieldset disabled={waiting} className="contents">
          <Field label="Teléfono o correo electrónico" error={errors.identifier?.message}>
            <Input
              {...form.register("identifier")}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="Ej. 555 123 4567"
            />
          </Field>
          <Field label="Contraseña" error={errors.password?.message}>
            <PasswordInput {...form.register("password")} autoComplete="current-password" />
          </Field>
          <ForgottenLink control={form.control} />
          <Button type="submit" size="lg" loading={waiting} className="w-full">
            {waiting ? "Iniciando sesión..." : "Iniciar Sesión"}
          </Button>
        </fieldset>
      </form>
    </>
  );
}

/** Passes on the e-mail that was typed. */
function ForgottenLink({ control }: { control: Control<SignInInput> }) {
  const email = emailIn(useWatch({ control, name: "identifier" }));
  return (
    <Link
      to="/forgot-password"
      state={{ email }}
      className="touch-target justify-self-end rounded-sm font-medium text-primary-ink text-sm underline-offset-4 hover:underline"
    >
      ¿Olvidaste tu contraseña?
    </Link>
  );
}

function emailIn(identifier: string): string {
  return identifier.includes("@") ? identifier.trim() : "";
}
