import type { AuthError, SupabaseClient } from "@supabase/supabase-js";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Input, PasswordInput } from "#web/ui/fields/input.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { accountMessages } from "../messages.ts";

const { adminFailed, adminUnexpected, weakPassword } = accountMessages;

const reasons: Record<string, string> = {
  signup_disabled: accountMessages.adminExists,
  user_already_exists: accountMessages.phoneTaken,
  phone_exists: accountMessages.phoneTaken,
  validation_failed: accountMessages.phoneInvalid,
};

/** Error of a refused registration of the first administrator (GoTrue error codes). */
function describeAdminFailure(error: Pick<AuthError, "code">): {
  title: string;
  description: string;
} {
  if (error.code === "weak_password") return weakPassword;
  const description = reasons[error.code ?? ""];
  return description ? { title: adminFailed.title, description } : adminUnexpected;
}

const CreateAdminInput = z.object({
  fullName: z.string().trim().min(1, "Escribe tu nombre completo."),
  phone: z
    .string()
    .trim()
    .min(1, "Escribe tu teléfono.")
    .refine((phone) => !phone.includes("@"), accountMessages.phoneInvalid),
  password: z.string().min(limits.minPasswordLength, accountMessages.weakPassword.description),
});
type CreateAdminInput = z.infer<typeof CreateAdminInput>;

/**
 * Registers the first administrator. Stays disabled after success, until the route guard redirects.
 */
function CreateAdminForm() {
  const { signUp } = useAuth();
  const form = useForm({
    resolver: formResolver(CreateAdminInput),
    defaultValues: { fullName: "", phone: "", password: "" },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const waiting = isSubmitting || isSubmitSuccessful;

  const submit = async ({ fullName, phone, password }: CreateAdminInput) => {
    const data = { full_name: fullName, role: "admin" };
    const result = await signUp({ identifier: phone, password, data });
    if (result.success) {
      toast({ ...accountMessages.adminCreated, variant: "success" });
      return;
    }
    toast({ ...describeAdminFailure(result.error), variant: "destructive" });
    form.setError("root", { message: result.error.code ?? "" });
  };

  const refuse = ({ password }: typeof errors) => {
    if (password) toast({ ...accountMessages.weakPassword, variant: "destructive" });
  };

  return (
    <form noValidate onSubmit={form.handleSubmit(submit, refuse)} className="grid gap-4">
      <fieldset disabled={waiting} className="contents">
        <Field label="Nombre completo" required error={errors.fullName?.message}>
          <Input {...form.register("fullName")} autoComplete="name" />
        </Field>
        <Field label="Teléfono" required error={errors.phone?.message}>
          <Input {...form.register("phone")} type="tel" autoComplete="tel" inputMode="tel" />
        </Field>
        <Field
          label="Contraseña"
          required
          hint={`Al menos ${limits.minPasswordLength} caracteres.`}
          error={errors.password?.message}
        >
          <PasswordInput {...form.register("password")} autoComplete="new-password" />
        </Field>
        <Button type="submit" size="lg" loading={waiting} className="mt-2 w-full">
          {waiting ? "Creando cuenta..." : "Crear administrador"}
        </Button>
      </fieldset>
    </form>
  );
}

/** The form for the first administrator; once one exists, a message with a link to the sign-in. */
export function CreateAdmin() {
  const { supabase } = useAuth();
  const { data: exists, isError, refetch } = useQuery(adminExistsQuery(supabase));
  if (exists === false) return <CreateAdminForm />;
  if (exists) {
    return (
      <Closed text={accountMessages.adminExists}>
        <Button asChild size="lg">
          <Link to="/login">Ir a iniciar sesión</Link>
        </Button>
      </Closed>
    );
  }
  if (isError) {
    return (
      <Closed text={accountMessages.unexpected.description}>
        <Button onClick={() => refetch()}>Reintentar</Button>
      </Closed>
    );
  }
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Cargando...</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}

function Closed({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="status" className="grid justify-items-start gap-5 rounded-xl border bg-muted/50 p-5">
      <p className="leading-relaxed">{text}</p>
      {children}
    </div>
  );
}

/** Whether the first administrator exists (rpc admin_exists, open to anyone). */
function adminExistsQuery(supabase: SupabaseClient) {
  return queryOptions({
    queryKey: ["accounts", "admin-exists"],
    queryFn: async () => {
      const { data, error } = await supabase.rpc("admin_exists");
      if (error) throw error;
      return z.boolean().parse(data);
    },
  });
}
