import { FormSection } from "#web/ui/frame/form-section.tsx";
import { ProfileTextArea } from "./profile-text-field.tsx";

/** Free text about special offers; without it the page shows no offers. */
export function OffersSection() {
  return (
    <FormSection
      title="Ofertas"
      description="Promociones y financiamiento. Si lo dejas vacío, tu página no habla de ofertas."
    >
      <ProfileTextArea
        name="profile.offers"
        label="Ofertas especiales"
        placeholder="Ej. Este mes, 0% de interés a 12 meses en seminuevos."
      />
    </FormSection>
  );
}
