import type { AuthError } from "@supabase/supabase-js";
import { useMutation } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useSessionCheck } from "#web/session/forms/use-session-check.ts";
import { describeFactorFailure } from "#web/session/links/factor-failure.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { CodeInput, readCode } from "#web/ui/fields/code-input.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { copyText } from "./copy-text.ts";
import type { EnrolledApp } from "./own-factors.ts";

type ScanAppStepProps = { app: EnrolledApp; onDone: () => Promise<void> };

/** Shows the QR code and secret, and verifies the first code. */
export function ScanAppStep({ app, onDone }: ScanAppStepProps) {
  const { supabase } = useAuth();
  const findSessionEnd = useSessionCheck();
  const [code, setCode] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const verify = useMutation<void, AuthError, string>({
    mutationFn: async (typed) => {
      await findSessionEnd();
      const { error } = await supabase.auth.mfa.challengeAndVerify({
        factorId: app.id,
        code: typed,
      });
      if (error) throw error;
      await onDone();
    },
    onError: () => setCode(""),
  });
  const change = (digits: string) => {
    setCode(digits);
    if (verify.isError) verify.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const digits = readCode(event.currentTarget);
    setCode(digits);
    if (digits) verify.mutate(digits);
    else box.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-muted-foreground text-sm leading-relaxed">
        Abre tu aplicación de autenticación, añade una cuenta y escanea este código, o escribe la
        clave.
      </p>
      <img
        src={app.picture}
        alt="Código QR para tu aplicación de autenticación"
        className="mx-auto size-48 rounded-xl border bg-white"
      />
      {/* A phone cannot scan its own screen; apps open this URL instead. */}
      <Button asChild variant="link" className="mx-auto sm:hidden">
        <a href={app.address}>Abrir en la aplicación de este teléfono</a>
      </Button>
      <dl className="grid gap-1.5">
        <dt className="font-medium text-sm">Clave</dt>
        <dd className="flex items-center gap-2 rounded-lg bg-muted p-2 pl-3.5">
          <code className="wrap-anywhere grow text-sm">{inGroups(app.secret)}</code>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Copiar clave"
            onClick={() => copyText(app.secret)}
          >
            <Copy aria-hidden="true" />
          </Button>
        </dd>
      </dl>
      <Field
        label="Código de la aplicación"
        error={verify.error ? describeFactorFailure(verify.error, "app") : undefined}
      >
        <CodeInput
          ref={box}
          value={code}
          readOnly={verify.isPending}
          onValueChange={change}
          onComplete={(digits) => !verify.isPending && verify.mutate(digits)}
        />
      </Field>
      <Button type="submit" loading={verify.isPending} className="w-full">
        Activar
      </Button>
    </form>
  );
}

/** Groups the secret for easier typing. */
function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(" ");
}
