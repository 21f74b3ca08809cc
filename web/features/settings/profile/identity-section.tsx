import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { ProfileSettings } from "#contract/accounts/settings.ts";
import { formatPhone } from "#contract/text/format-phone.ts";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { LOGO } from "#web/ui/picture/page-picture.ts";
import { PictureButtons } from "#web/ui/picture/picture-buttons.tsx";
import { useCacheProfile } from "../config-changes.ts";
import { logoMessages } from "../messages.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { usePagePicture } from "../use-page-picture.ts";
import { ProfileTextField } from "./profile-text-field.tsx";

const LABELS = { upload: "Subir logo", replace: "Cambiar logo", remove: "Eliminar logo" };

/** The logo: uploaded immediately, saved with the form, deleted immediately. */
function LogoField(props: { profile: OwnProfile; mayChange: boolean }) {
  const { profile, mayChange } = props;
  const { register, setValue, resetField } = useFormContext<ProfileSettings>();
  const applySavedProfile = useCacheProfile();
  const url = useWatch<ProfileSettings, "profile.logo">({ name: "profile.logo" });
  const picture = usePagePicture({
    userId: profile.id,
    kind: LOGO,
    messages: logoMessages,
    value: url,
    stored: configOf(profile).profile.logo,
    cleared: { profile: { logo: "" } },
    onChange: (next) => setValue("profile.logo", next, { shouldDirty: true }),
    onCleared: (saved) => {
      resetField("profile.logo", { defaultValue: "" });
      if (saved) applySavedProfile(saved);
    },
  });
  return (
    <fieldset className="flex flex-wrap items-center gap-4">
      <legend className="sr-only">Logo</legend>
      <input type="hidden" {...register("profile.logo")} />
      <LogoPicture key={url} url={url} />
      <div className="grid min-w-0 flex-[1_1_9rem] gap-2">
        <PictureButtons
          id="foto"
          picture={picture}
          hasPicture={url !== ""}
          mayChange={mayChange}
          labels={LABELS}
        />
        <p className="text-muted-foreground text-xs leading-relaxed">
          {mayChange
            ? "PNG, JPG, WEBP o HEIC. Se reduce a 0.5 MB y 800 px."
            : "No tienes permiso para cambiar el logo."}
        </p>
      </div>
    </fieldset>
  );
}

function LogoPicture({ url }: { url: string }) {
  const [broken, setBroken] = useState(false);
  const box = "size-20 shrink-0 rounded-xl border sm:size-24";
  if (url === "" || broken) {
    return (
      <span className={`${box} grid place-items-center border-dashed text-muted-foreground`}>
        <ImageOff aria-hidden="true" className="size-6" />
        <span className="sr-only">{broken ? "El logo no se puede mostrar" : "Sin logo"}</span>
      </span>
    );
  }
  return (
    <img
      src={url}
      alt="Tu logo"
      onError={() => setBroken(true)}
      className={`${box} bg-white object-contain p-1.5`}
    />
  );
}

/** Name, and for accounts with a public page the texts on it. */
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
  const signInNames = [
    email,
    phone && formatPhone(`+${phone.replace(/^\+/, "")}`).replaceAll(" ", "\u00a0"),
  ]
    .filter(Boolean)
    .join(" o ");
  return `Entras con ${signInNames || "tu cuenta"}. Un administrador puede cambiarlo.`;
}
