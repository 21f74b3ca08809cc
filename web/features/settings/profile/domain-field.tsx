import { useFormContext, useWatch } from "react-hook-form";
import type { ProfileSettings } from "#contract/settings.ts";
import type { OwnProfile } from "../own-profile.ts";
import { DomainProof } from "./domain-proof.tsx";
import { DomainVerified } from "./domain-verified.tsx";
import { ProfileTextField } from "./profile-text-field.tsx";

/**
 * A dealership's own domain, and below it how far it is: typed, saved, proved (docs/decisions/056).
 */
export function DomainField({ profile, locked }: { profile: OwnProfile; locked: boolean }) {
  return (
    <div className="grid gap-4">
      <ProfileTextField
        name="custom_domain"
        label="Dominio propio"
        placeholder="www.autosdelvalle.com"
        hint="Opcional. Tu página también se verá en tu propio dominio. Escribe solo el nombre, sin https://"
        disabled={locked}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {!locked && <DomainState profile={profile} />}
    </div>
  );
}

function DomainState({ profile }: { profile: OwnProfile }) {
  const { control } = useFormContext<ProfileSettings>();
  const typed = useWatch({ control, name: "custom_domain" });
  const saved = profile.custom_domain ?? "";
  if (typed.trim().toLowerCase() !== saved) {
    if (typed.trim() === "") return null;
    return (
      <p className="text-muted-foreground text-sm">
        Guarda los cambios y te mostramos cómo demostrar que el dominio es tuyo.
      </p>
    );
  }
  if (saved === "") return null;
  return profile.verified_domain === saved ? (
    <DomainVerified domain={saved} />
  ) : (
    <DomainProof profile={profile} domain={saved} />
  );
}
