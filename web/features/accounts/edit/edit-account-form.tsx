import { useNavigate } from "react-router";
import { useAuth } from "#web/session/use-auth.ts";
import { Field } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { PasswordInput } from "#web/ui/controls/password-input.tsx";
import { FormBar, FormButtons } from "#web/ui/frame/form-bar.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import type { Account } from "../directory/account-list.ts";
import { AccessFields } from "./access-fields.tsx";
import { SaveReport } from "./save-report.tsx";
import { SecondFactorReset } from "./second-factor-reset.tsx";
import { SwitchField } from "./switch-field.tsx";
import { useEditAccount } from "./use-edit-account.ts";

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
