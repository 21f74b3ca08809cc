import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { toast } from "#web/ui/toast.ts";
import { accountMessages } from "./messages.ts";
import { describeSignInFailure } from "./sign-in-failure.ts";

const SignInInput = z.object({
  identifier: z.string().trim().min(1, "Escribe tu teléfono o correo electrónico."),
  password: z.string().min(1, "Escribe tu contraseña."),
});
type SignInInput = z.infer<typeof SignInInput>;

/** Signs in by phone or e-mail. Stays disabled after success: the guard leads on once the profile is there. */
export function SignInForm() {
  const { signIn } = useAuth();
  const form = useForm({
    resolver: zodResolver(SignInInput),
    defaultValues: { identifier: "", password: "" },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const waiting = isSubmitting || isSubmitSuccessful;

  const submit = async (input: SignInInput) => {
    const result = await signIn(input);
    if (result.success) {
      toast({ ...accountMessages.signedIn, variant: "success" });
      return;
    }
    toast({ ...describeSignInFailure(result.error), variant: "destructive" });
    form.setError("root", { message: result.error.code ?? "" });
  };

  return (
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
        <Button type="submit" size="lg" loading={waiting} className="mt-2 w-full">
          {waiting ? "Iniciando sesión..." : "Iniciar Sesión"}
        </Button>
      </fieldset>
    </form>
  );
}
