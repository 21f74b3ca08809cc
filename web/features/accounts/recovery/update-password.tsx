import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import { z } from "zod";
import { NewPassword } from "#contract/accounts/access-request.ts";
import { WEAK_PASSWORD } from "#contract/accounts/account-inputs.ts";
import { limits } from "#contract/limits.ts";
import { sessionMessages } from "#web/api/messages.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { PasswordInput } from "#web/ui/fields/input.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { Spinner } from "#web/ui/states/spinner.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { CodeChallenge } from "../sign-in/code-challenge.tsx";
import { readMailLinkOutcome } from "../sign-in/mail-link-notice.tsx";
import { recoveryMessages } from "./messages.ts";
import { describeUpdateFailure } from "./recovery-failure.ts";

const UpdatePasswordInput = z.object({ password: NewPassword });
type UpdatePasswordInput = z.output<typeof UpdatePasswordInput>;

/**
 * Sets a new password for the session of the recovery link, then signs out; `onUpdated` is called
 * before that.
 */
function UpdatePasswordForm({ onUpdated }: { onUpdated: () => void }) {
  const { supabase, signOut, user } = useAuth();
  const form = useForm({
    resolver: formResolver(UpdatePasswordInput),
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
          hint={`Al menos ${limits.minPasswordLength} caracteres. Se cerrará tu sesión en todos los dispositivos.`}
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

/**
 * Target of a recovery link (docs/product/accounts.md): the form for a new password, after the
 * second factor if there is one. Without a valid link it explains how to get one.
 */
export function UpdatePassword() {
  const { state } = useAuth();
  const outcome = useLinkOutcome();
  const [isUpdated, setUpdated] = useState(false);
  if (isUpdated)
    return state.status === "anonymous" ? <Navigate to="/login" replace /> : <Waiting />;
  if (outcome) return <InvalidLink {...recoveryMessages[outcome]} />;
  switch (state.status) {
    case "loading":
      return <Waiting />;
    case "signed-in":
      return (
        <>
          <p className="mb-6 text-sm">
            Cuenta: <strong className="break-words font-semibold">{displayName(state.user)}</strong>
            {state.user.full_name && state.user.email && <span>{` (${state.user.email})`}</span>}
          </p>
          <UpdatePasswordForm onUpdated={() => setUpdated(true)} />
        </>
      );
    case "awaiting-code":
      return <CodeChallenge onProved={() => {}} />;
    case "unreachable":
      return (
        <Notice title={sessionMessages.unreachable.title}>
          <p>{sessionMessages.unreachable.description}</p>
          <Button variant="outline" className="mt-3" onClick={() => window.location.reload()}>
            {sessionMessages.unreachable.retry}
          </Button>
        </Notice>
      );
    case "anonymous":
      return <InvalidLink {...recoveryMessages.missing} />;
  }
}

/** The outcome of the link if it opened no session. Cleans the URL in any case. */
function useLinkOutcome() {
  const { hash, pathname } = useLocation();
  const { status } = useAuth().state;
  const navigate = useNavigate();
  const [outcome] = useState(() => readMailLinkOutcome(hash));
  const isRead = outcome !== null || status !== "loading";
  useEffect(() => {
    if (isRead && window.location.href.includes("#")) navigate(pathname, { replace: true });
  }, [isRead, pathname, navigate]);
  return outcome;
}

function InvalidLink({ title, description }: { title: string; description: string }) {
  const isSignedIn = useAuth().state.status === "signed-in";
  return (
    <div className="grid gap-4">
      <Notice title={title}>{description}</Notice>
      <Button asChild size="lg">
        <Link to="/forgot-password">Pedir un enlace nuevo</Link>
      </Button>
      <Button asChild variant="link">
        {isSignedIn ? (
          <Link to="/dashboard">Seguir en mi cuenta</Link>
        ) : (
          <Link to="/login">Volver a iniciar sesión</Link>
        )}
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <p role="status" className="flex items-center gap-3 text-muted-foreground">
      <Spinner className="size-5" />
      Abriendo tu enlace...
    </p>
  );
}
