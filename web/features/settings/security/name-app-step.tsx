import { type AuthError, type Factor, isAuthError } from "@supabase/supabase-js";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { describeEnrolFailure, type EnrolledApp, enrolApp, freeName } from "./own-factors.ts";
import { factorMessages } from "./security-messages.ts";

type NameAppStepProps = { apps: Factor[]; onDone: (app: EnrolledApp) => void };

/** By which name the person will know the app again. */
export function NameAppStep({ apps, onDone }: NameAppStepProps) {
  const { supabase } = useAuth();
  const [name, setName] = useState(() => freeName(apps));
  const enrol = useMutation<EnrolledApp, AuthError, string>({
    mutationFn: (wanted) => enrolApp(supabase, wanted),
    onSuccess: onDone,
  });
  const trimmed = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed) enrol.mutate(trimmed);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label="Nombre"
        required
        hint="Para reconocerla después, por ejemplo si cambias de teléfono."
        error={trimmed ? refusalOf(enrol.error) : factorMessages.nameMissing}
      >
        <Input
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Button type="submit" loading={enrol.isPending} className="w-full">
        Continuar
      </Button>
    </form>
  );
}

function refusalOf(error: unknown): string | undefined {
  if (!error) return undefined;
  return isAuthError(error) ? describeEnrolFailure(error) : factorMessages.enrolFailed;
}
