import { type ReactNode, useId, useState } from "react";
import { type Control, type UseFormReturn, useController, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { AccountRole, type EditUserForm } from "#contract/accounts/account-inputs.ts";
import { limits } from "#contract/limits.ts";
import { formatAccountPhone } from "#contract/text/format-phone.ts";
import { useDealershipSearch } from "#web/session/dealership/use-dealership-search.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Field, FieldError, Label } from "#web/ui/fields/field.tsx";
import { Input, PasswordInput, Select } from "#web/ui/fields/input.tsx";
import { SearchPicker } from "#web/ui/fields/search-picker.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { FormBar, FormButtons, FormSection } from "#web/ui/frame/form-section.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { roleLabel } from "../admin-messages.ts";
import { PendingBadge } from "../directory/account-badges.tsx";
import type { Account } from "../directory/account-list.ts";
import type { SaveOutcome } from "./save-account.ts";
import { SecondFactorReset } from "./second-factor-reset.tsx";
import { useEditAccount } from "./use-edit-account.ts";

const fieldNames: Record<keyof EditUserForm, string> = {
  fullName: "el nombre",
  email: "el correo electrónico",
  role: "el rol",
  isActive: "el estado",
  dealershipId: "el concesionario",
  canAddVehicles: "el permiso para añadir vehículos",
  canEditPublicPage: "el permiso para editar la página pública",
  newPassword: "la contraseña",
};

/** After a failed save: lists what was saved and what was not. */
function SaveReport({ outcome: { saved, failures } }: { outcome: SaveOutcome }) {
  return (
    <div ref={show} className="scroll-mt-20">
      <Notice title={`No se guardó: ${list(failures)}.`}>
        <ul className="grid gap-0.5">
          {failures.map(({ part, message }) => (
            <li key={part}>{message}</li>
          ))}
          {saved.length > 0 && <li>{`Sí se guardó: ${list(saved)}.`}</li>}
        </ul>
      </Notice>
    </div>
  );
}

/** The form is longer than a screen and is submitted from its end. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView();
}

function list(parts: { fields: (keyof EditUserForm)[] }[]): string {
  const names = parts.flatMap(({ fields }) => fields).map((field) => fieldNames[field]);
  return new Intl.ListFormat("es", { type: "conjunction" }).format(names);
}

/** Edits one account. Saves only changed fields, and a password only if one was typed. */
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
            hint={
              account.phone &&
              `También puede entrar con el teléfono ${formatAccountPhone(account.phone)}.`
            }
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
            hint={`Al menos ${limits.minPasswordLength} caracteres.`}
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

type AccessFieldsProps = { form: UseFormReturn<EditUserForm>; account: Account; own: boolean };

/**
 * Role, dealership and active switch. Administrators cannot lock themselves out; an applicant's
 * role and status are set by the decision.
 */
function AccessFields({ form, account, own }: AccessFieldsProps) {
  const chosen = useWatch({ control: form.control, name: "role" });
  const { errors } = form.formState;
  const asked = account.asked_role ?? null;
  const role = asked ?? chosen;
  return (
    <>
      <Field label="Rol" error={errors.role?.message} hint={roleHint({ asked, own })}>
        <Select {...(own || asked ? { value: role, disabled: true } : form.register("role"))}>
          {AccountRole.options.map((option) => (
            <option key={option} value={option}>
              {roleLabel(option)}
            </option>
          ))}
        </Select>
      </Field>
      {role === "vendedor" && <DealershipField form={form} account={account} />}
      {asked ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-muted-foreground text-sm">
            La cuenta se activa al aprobar su solicitud.
          </p>
          <PendingBadge />
        </div>
      ) : (
        <SwitchField
          control={form.control}
          name="isActive"
          label="Cuenta activa"
          hint={
            own
              ? "No puedes desactivar tu propia cuenta de administrador."
              : "Una cuenta inactiva no puede entrar, y su página pública no se muestra."
          }
          disabled={own}
        />
      )}
    </>
  );
}

function roleHint({ asked, own }: { asked: string | null; own: boolean }) {
  if (own) return "No puedes cambiar el rol de tu propia cuenta de administrador.";
  return asked && "El rol que pide; lo recibe al aprobar la solicitud.";
}

function DealershipField({ form, account }: Omit<AccessFieldsProps, "own">) {
  const { field, fieldState } = useController({ control: form.control, name: "dealershipId" });
  const dealerships = useDealershipSearch();
  const [name, setName] = useState(account.dealership?.full_name ?? "Concesionario");
  return (
    <Field
      label="Concesionario"
      hint="El vendedor gestiona el inventario de este concesionario."
      error={fieldState.error?.message}
    >
      <SearchPicker
        {...dealerships}
        ref={field.ref}
        onBlur={field.onBlur}
        disabled={form.formState.isSubmitting}
        value={field.value ? { id: field.value, name } : null}
        onPick={(picked) => {
          setName(picked?.name ?? "");
          field.onChange(picked?.id ?? "");
        }}
      />
    </Field>
  );
}

type SwitchFieldProps = {
  control: Control<EditUserForm>;
  name: "isActive" | "canAddVehicles" | "canEditPublicPage";
  label: string;
  hint: ReactNode;
  disabled?: boolean;
};

/** A switch with its label and hint. */
function SwitchField({ control, name, label, hint, disabled = false }: SwitchFieldProps) {
  const id = useId();
  const { field, fieldState } = useController({ control, name });
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-4">
        <div className="grid gap-0.5">
          <Label htmlFor={id}>{label}</Label>
          <p id={`${id}-hint`} className="text-muted-foreground text-xs leading-relaxed">
            {hint}
          </p>
        </div>
        <Switch
          id={id}
          ref={field.ref}
          aria-describedby={`${id}-hint`}
          checked={field.value}
          onCheckedChange={field.onChange}
          onBlur={field.onBlur}
          disabled={disabled}
        />
      </div>
      {fieldState.error?.message && <FieldError>{fieldState.error.message}</FieldError>}
    </div>
  );
}
