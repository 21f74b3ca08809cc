import { FormSection } from "#web/ui/frame/form-section.tsx";
import type { OwnProfile } from "../own-profile.ts";
import { PageForbidden } from "../page-forbidden.tsx";
import { DomainField } from "./domain-field.tsx";
import { SlugField } from "./slug-field.tsx";

/** The public address: slug, and for a dealership a domain of its own. */
export function AddressSection(props: { profile: OwnProfile; mayEditPage: boolean }) {
  const { profile, mayEditPage } = props;
  return (
    <FormSection
      title="Enlace público"
      description="La dirección que compartes. Si la cambias, avisa a quien tenga la anterior."
    >
      {!mayEditPage && (
        <PageForbidden>Por eso no puedes cambiar tu logo ni tu enlace público.</PageForbidden>
      )}
      <SlugField profile={profile} locked={!mayEditPage} />
      {profile.role === "concesionario" && <DomainField profile={profile} locked={!mayEditPage} />}
    </FormSection>
  );
}
