import { type FieldErrors, useForm } from "react-hook-form";
import { AccessRequestForm, AccessRequestInput } from "#contract/accounts/access-request.ts";
import { callFunction, type FunctionResult } from "#web/api/call-function.ts";
import { type PublicConfig, usePublicConfig } from "#web/api/site-config.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Input, PasswordInput, Select, Textarea } from "#web/ui/fields/input.tsx";
import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { accessRequestMessages as messages } from "./messages.ts";

const empty: AccessRequestForm = {
  name: "",
  phone: "",
  email: "",
  account_type: "vendedor",
  message: "",
  password: "",
  confirmPassword: "",
};

/**
 * Requests an account (docs/product/accounts.md). A failure keeps the typed values; `onSent` closes
 * the dialog.
 */
function RequestAccessForm({ onSent }: { onSent: () => void }) {
  const config = usePublicConfig();
  const form = useForm({ resolver: formResolver(AccessRequestForm), defaultValues: empty });
  const { errors, isSubmitting } = form.formState;

  const submit = async (values: AccessRequestForm) => {
    const result = await sendAccessRequest(config, AccessRequestInput.parse(values));
    if (!result.success) {
      const description = result.message;
      toast({ ...messages.sendFailed, description, variant: "destructive" });
      return;
    }
    toast({ ...messages.sent, variant: "success" });
    form.reset();
    onSent();
  };

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) => submit(values), showPasswordError)}
      className="grid gap-4"
    >
      <fieldset disabled={isSubmitting} className="contents">
        <Field label="Tipo de cuenta">
          <Select {...form.register("account_type")}>
            <option value="vendedor">Vendedor</option>
            <option value="concesionario">Concesionario</option>
          </Select>
        </Field>
        <Field label="Nombre completo" required error={errors.name?.message}>
          <Input {...form.register("name")} autoComplete="name" />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Teléfono" required error={errors.phone?.message}>
            <Input {...form.register("phone")} type="tel" inputMode="tel" autoComplete="tel" />
          </Field>
          <Field label="Correo electrónico" required error={errors.email?.message}>
            <Input {...form.register("email")} type="email" autoComplete="email" />
          </Field>
          <Field label="Contraseña" required error={errors.password?.message}>
            <PasswordInput {...form.register("password")} autoComplete="new-password" />
          </Field>
          <Field label="Confirmar contraseña" required error={errors.confirmPassword?.message}>
            <PasswordInput {...form.register("confirmPassword")} autoComplete="new-password" />
          </Field>
        </div>
        <Field label="Mensaje" aside="Opcional" error={errors.message?.message}>
          <Textarea {...form.register("message")} rows={3} />
        </Field>
        <Button type="submit" size="lg" loading={isSubmitting} className="mt-1 w-full">
          {isSubmitting ? "Enviando..." : "Enviar solicitud"}
        </Button>
      </fieldset>
    </form>
  );
}

/** Shows password rules as notices, too. */
function showPasswordError(errors: FieldErrors<AccessRequestForm>): void {
  if (errors.password) toast({ ...messages.passwordShort, variant: "destructive" });
  else if (errors.confirmPassword) toast({ ...messages.passwordsDiffer, variant: "destructive" });
}

/**
 * Sends a request as a visitor (server function request-access). The client is imported here
 * because most visitors never send one.
 */
async function sendAccessRequest(
  { anonKey }: PublicConfig,
  input: AccessRequestInput,
): Promise<FunctionResult> {
  const { anonymousClient } = await import("#web/api/anonymous-client.ts");
  const supabase = anonymousClient(anonKey);
  return callFunction(supabase, "request-access", input, () => messages.sendFailed.description);
}

type RequestAccessPanelProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called after the panel is removed, to restore the focus. */
  onClosed: () => void;
};

export function RequestAccessPanel({ open, onOpenChange, onClosed }: RequestAccessPanelProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onCloseAutoFocus={onClosed}
        title="Solicitar acceso"
        description="Cuéntanos quién eres. Un administrador revisará tu solicitud y te avisaremos por correo."
      >
        <RequestAccessForm onSent={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}
