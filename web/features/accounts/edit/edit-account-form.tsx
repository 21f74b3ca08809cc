import { useNavigate } from "react-router";
import type { EditUserForm } from "#contract/edit-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Field } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { PasswordInput } from "#web/ui/controls/password-input.tsx";
import { FormBar, FormButtons } from "#web/ui/frame/form-bar.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import type { Account } from "../directory/account-list.ts";
import { AccessFields } from "./access-fields.tsx";
import type { SaveOutcome } from "./save-account.ts";
import { SecondFactorReset } from "./second-factor-reset.tsx";
import { SwitchField } from "./switch-field.tsx";
import { useEditAccount } from "./use-edit-account.ts";

const things: Record<keyof EditUserForm, string> = {
  fullName: "el nombre",
  email: "el correo electrónico",
  role: "el rol",
  isActive: "el estado",
  dealershipId: "el concesionario",
  canAddVehicles: "el permiso para añadir vehículos",
  canEditPublicPage: "el permiso para editar la página pública",
  newPassword: "la contraseña",
};

/** Says after a failed save exactly what is stored and what is not. */
function SaveReport({ outcome: { saved, failures } }: { outcome: SaveOutcome }) {
  return (
    <div ref={show} className="scroll-mt-20">
      <Notice title={`No se guardó: ${list(failures)}.`}>
        <ul className="grid gap-0.5">
          {failures.map(({ part, message }) => (
            <li key={part}>{message}</li>
          ))}
          {saved.length > 0 && <li>Sí se guardó: {list(saved)}.</li>}
        </ul>
      </Notice>
    </div>
  );
}

/** The form is longer than a screen, and is sent from its end. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView();
}

function list(parts: { fields: (keyof EditUserForm)[] }[]): string {
  const names = parts.flatMap(({ fields }) => fields).map((field) => things[field]);
  return new Intl.ListFormat("es", { type: "conjunction" }).format(names);
}

/**
 * The form over one account; only what was changed is saved, and a new password only if one was
 * typed.
 */
export function EditAccountForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { user } = useAuth();
  const navigate = useNavigate();
  const { form, outcome, submit, leaveDialog } = useEditAccount(account, onSaved);
  const { errors, isSubmitting } = form.formState;
  const own = account.id === user?.id;

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      {leaveDialog}
      {outcome && <SaveReport outcome={outcome} />}
      <fieldset disabled={isSubmitting} className="contents">
        <FormSection title="Datos" description="Cómo se llama y con qué inicia sesión.">
          <Field label="Nombre completo" required error={errors.fullName?.message}>
            <Input {...form.register("fullName")} autoComplete="off" />
          </Field>
          <Field
            label="Correo electrónico"
            required={Boolean(account.email)}
            hint={account.phone && `También puede entrar con el teléfono +${account.phone}.`}
            error={errors.email?.message}
          >
            <Input
              {...form.register("email")}
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
        </FormSection>
        <FormSection title="Acceso" description="Qué puede ver y si puede entrar.">
          <AccessFields form={form} account={account} own={own} />
        </FormSection>
        <FormSection title="Permisos" description="Funciones que puedes quitar a esta cuenta.">
          <SwitchField
            control={form.control}
            name="canAddVehicles"
            label="Puede añadir vehículos"
            hint="Sin este permiso solo gestiona los que ya están en el inventario."
          />
          <SwitchField
            control={form.control}
            name="canEditPublicPage"
            label="Puede editar su página pública"
            hint="Sin este permiso no cambia el diseño ni la dirección de su página."
          />
        </FormSection>
        <FormSection
          title="Contraseña"
          description="Déjala vacía para no cambiarla. Al cambiarla se cierran las sesiones abiertas."
        >
          <Field
            label="Nueva contraseña"
            aside="Opcional"
            hint="Al menos 6 caracteres."
            error={errors.newPassword?.message}
          >
            <PasswordInput {...form.register("newPassword")} autoComplete="new-password" />
          </Field>
        </FormSection>
        <SecondFactorReset account={account} own={own} />
        <FormBar>
          <FormButtons
            leave={{ label: "Cancelar", onClick: () => navigate("/admin/users") }}
            save={{
              label: isSubmitting ? "Guardando..." : "Guardar cambios",
              saving: isSubmitting,
            }}
          />
        </FormBar>
      </fieldset>
    </form>
  );
}
