import type { UseFormReturn } from "react-hook-form";
import { Field } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { PasswordInput } from "#web/ui/controls/password-input.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import type { TeamMember } from "../team-member.ts";
import type { SalespersonInput } from "./salesperson-input.ts";

/** The fields of the edit form, in three sections. */
export function SalespersonFields(props: {
  form: UseFormReturn<SalespersonInput>;
  member: TeamMember;
}) {
  const { register, formState } = props.form;
  const { errors } = formState;
  const { email, phone } = props.member;
  return (
    <>
      <FormSection title="Vendedor" description="Como aparece en tu equipo y en su tarjeta.">
        <Field label="Nombre completo" required error={errors.fullName?.message}>
          <Input {...register("fullName")} autoComplete="off" />
        </Field>
      </FormSection>
      <FormSection
        title="Contacto"
        description="Los números que ven sus clientes. No cambian cómo inicia sesión."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Teléfono" aside="Opcional" error={errors.phone?.message}>
            <Input {...register("phone")} type="tel" inputMode="tel" autoComplete="off" />
          </Field>
          <Field
            label="WhatsApp"
            aside="Opcional"
            hint="Con el prefijo de tu país."
            error={errors.whatsapp?.message}
          >
            <Input {...register("whatsapp")} type="tel" inputMode="tel" autoComplete="off" />
          </Field>
        </div>
      </FormSection>
      <FormSection
        title="Acceso"
        description="Con qué inicia sesión. Avísale si cambias algo de aquí."
      >
        <Field
          label="Correo electrónico"
          required={Boolean(email)}
          hint={phone ? `También inicia sesión con el teléfono +${phone}.` : undefined}
          error={errors.email?.message}
        >
          <Input
            {...register("email")}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field
          label="Nueva contraseña"
          aside="Opcional"
          hint="Déjala vacía para no cambiarla. Al menos 6 caracteres; al cambiarla se cierran sus sesiones."
          error={errors.password?.message}
        >
          <PasswordInput {...register("password")} autoComplete="new-password" />
        </Field>
      </FormSection>
    </>
  );
}
