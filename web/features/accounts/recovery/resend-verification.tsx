import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { NewEmail } from "#contract/account-inputs.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { EmailInput } from "./email-input.tsx";
import { recoveryMessages } from "./messages.ts";
import { describeMailFailure } from "./recovery-failure.ts";

const ResendInput = z.object({ email: NewEmail });
type ResendInput = z.output<typeof ResendInput>;

/** Asks for another verification mail, for a person whose link is lost or worthless. */
export function ResendVerification({ email = "" }: { email?: string }) {
  const { supabase } = useAuth();
  const form = useForm({ resolver: zodResolver(ResendInput), defaultValues: { email } });
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
