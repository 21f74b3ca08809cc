import type { AuthError, Factor, SupabaseClient } from "@supabase/supabase-js";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { describeFactorFailure } from "#web/session/links/factor-failure.ts";
import { verifiedApps } from "#web/session/links/needs-second-factor.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { CodeInput, readCode } from "#web/ui/fields/code-input.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input, Select } from "#web/ui/fields/input.tsx";
import { ShowroomScene } from "#web/ui/states/scenes.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { accountMessages, secondFactorMessages } from "../messages.ts";
import { GuestFrame } from "./guest-frame.tsx";

/**
 * Replaces any page until the second factor is given. After a recovery code it leads to the
 * settings where the lost app can be removed.
 */
export function CodeChallengePage() {
  const navigate = useNavigate();
  const afterProof = (proof: ProofMethod) => {
    if (proof === "app") {
      toast({ ...accountMessages.signedIn, variant: "success" });
      return;
    }
    toast({ ...secondFactorMessages.recoveryUsed, variant: "success" });
    navigate("/settings?tab=seguridad", { replace: true });
  };
  return (
    <GuestFrame
      title={secondFactorMessages.title}
      description="Tu contraseña es correcta. Falta un paso para entrar."
      scene={<ShowroomScene className="absolute inset-0 size-full" />}
    >
      <CodeChallenge onProved={afterProof} />
    </GuestFrame>
  );
}

/**
 * Asks for the code of the second factor, or for a recovery code. For sessions that await it
 * (`state.status === "awaiting-code"`); afterwards the session is signed in and `onProved` is
 * called with the method.
 */
export function CodeChallenge({ onProved }: { onProved: (proof: ProofMethod) => void }) {
  const { signOut } = useAuth();
  const [proof, setProof] = useState<ProofMethod>("app");
  const [code, setCode] = useState("");
  const { apps, answer, isPending, refusal, clear } = useCodeChallenge(onProved);
  const [chosen, setChosen] = useState("");
  const appId = chosen || apps[0]?.id || "";

  const box = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each method has its own input
  useEffect(() => box.current?.focus(), [proof]);

  const change = (typed: string) => {
    setCode(typed);
    if (refusal) clear();
  };
  /** A refused app code never becomes valid; a recovery code may have been mistyped. */
  const send = (typed: string) => {
    if (isPending) return;
    answer({ proof, code: typed, appId }, () => proof === "app" && setCode(""));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed =
      proof === "app" ? readCode(event.currentTarget) : (box.current?.value.trim() ?? "");
    setCode(typed);
    if (typed) send(typed);
    else box.current?.focus();
  };
  const switchMethod = () => {
    setProof(proof === "app" ? "recovery" : "app");
    change("");
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-muted-foreground">
        {proof === "app" ? secondFactorMessages.withApp : secondFactorMessages.withRecovery}
      </p>
      {proof === "app" && apps.length > 1 && (
        <Field label="Aplicación">
          <Select value={appId} onChange={({ target }) => setChosen(target.value)}>
            {apps.map(({ id, friendly_name }) => (
              <option key={id} value={id}>
                {friendly_name || "Aplicación sin nombre"}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {proof === "app" ? (
        <Field key="app" label="Código" error={refusal}>
          <CodeInput
            ref={box}
            value={code}
            readOnly={isPending}
            onValueChange={change}
            onComplete={send}
          />
        </Field>
      ) : (
        <Field key="recovery" label="Código de recuperación" error={refusal}>
          <Input
            ref={box}
            value={code}
            readOnly={isPending}
            onChange={({ target }) => change(target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="xxxx-xxxx-xxxx-xxxx"
            className="numeric font-mono"
          />
        </Field>
      )}
      <Button type="submit" size="lg" loading={isPending} className="mt-2 w-full">
        {isPending ? "Comprobando..." : "Continuar"}
      </Button>
      <div className="grid justify-items-center gap-1 text-sm">
        <Button variant="link" onClick={switchMethod} disabled={isPending}>
          {proof === "app" ? "Usar un código de recuperación" : "Usar el código de la aplicación"}
        </Button>
        <Button variant="link" onClick={() => signOut()} className="text-muted-foreground">
          Cancelar y cerrar sesión
        </Button>
      </div>
    </form>
  );
}

/** How the person proved their identity: an app's code or a recovery code. */
type ProofMethod = "app" | "recovery";

/** The entered code; `appId` is the app that it belongs to. */
type CodeAnswer = { proof: ProofMethod; code: string; appId: string };

type CodeChallenge = {
  /** The person's apps; with several, they pick one. */
  apps: Factor[];
  /** Sends a code. After the right one the session is signed in shortly. */
  answer(given: CodeAnswer, whenRefused: () => void): void;
  /** True while a code is checked, and after it was right. */
  isPending: boolean;
  /** Why the last code was refused. */
  refusal: string | undefined;
  /** Called when the person types again. */
  clear(): void;
};

/**
 * Verifies the code of a session that awaits one (supabase-js: mfa.challengeAndVerify,
 * mfa.recoveryCodes.verify). If the session has ended, signs out.
 */
function useCodeChallenge(onProved: (proof: ProofMethod) => void): CodeChallenge {
  const { supabase, session, signOut } = useAuth();
  const { mutate, isPending, isSuccess, error, variables, reset } = useMutation<
    void,
    AuthError,
    CodeAnswer
  >({
    mutationFn: (given) => verifyCode(supabase, given),
    onSuccess: (_, { proof }) => onProved(proof),
    onError: ({ name }) => {
      if (name === "AuthSessionMissingError") signOut();
    },
  });
  return {
    apps: session ? verifiedApps(session.user) : [],
    answer: (given, whenRefused) => mutate(given, { onError: whenRefused }),
    isPending: isPending || isSuccess,
    refusal: error ? describeFactorFailure(error, variables?.proof ?? "app") : undefined,
    clear: reset,
  };
}

async function verifyCode({ auth }: SupabaseClient, { proof, code, appId }: CodeAnswer) {
  const { error } =
    proof === "app"
      ? await auth.mfa.challengeAndVerify({ factorId: appId, code })
      : await auth.mfa.recoveryCodes.verify({ code });
  if (error) throw error;
}
