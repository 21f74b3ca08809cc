import { FormSection } from "#web/ui/frame/form-section.tsx";
import type { OwnProfile } from "../own-profile.ts";
import { LogoField } from "./logo-field.tsx";
import { ProfileTextField } from "./profile-text-field.tsx";

/** Who one is: name, and for those with a public page what it says about them. */
export function IdentitySection(props: { profile: OwnProfile; mayEditPage: boolean }) {
  const { profile, mayEditPage } = props;
  const isDealership = profile.role === "concesionario";
  const hasPage = profile.role !== "admin";
  return (
    <FormSection title="Perfil" description="Quién eres para tus clientes y para la plataforma.">
      {hasPage && <LogoField profile={profile} mayChange={mayEditPage} />}
      <ProfileTextField
        name="full_name"
        label="Nombre completo"
        required
        autoComplete="name"
        hint={signInText(profile)}
      />
      {hasPage && (
        <>
          <ProfileTextField
            name="profile.name"
            label={isDealership ? "Nombre del concesionario" : "Nombre público"}
            hint="Es el que leen tus clientes. Si lo dejas vacío, leen tu nombre completo."
            autoComplete="organization"
          />
          <ProfileTextField
            name="profile.tagline"
            label="Frase de presentación"
            placeholder={
              isDealership ? "Tu concesionario de confianza." : "Tu próximo auto, sin vueltas."
            }
            autoComplete="off"
          />
          <ProfileTextField name="profile.slogan" label="Eslogan" autoComplete="off" />
        </>
      )}
    </FormSection>
  );
}

function signInText({ email, phone }: OwnProfile): string {
  const ways = [email, phone && `+${phone.replace(/^\+/, "")}`].filter(Boolean).join(" o ");
  return `Entras con ${ways || "tu cuenta"}. Un administrador puede cambiarlo.`;
}
