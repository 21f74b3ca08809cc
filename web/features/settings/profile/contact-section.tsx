import type { ReactNode } from "react";
import { Controller, useFormContext } from "react-hook-form";
import type { ProfileSettings } from "#contract/accounts/settings.ts";
import { Switch } from "#web/ui/fields/switch.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { ProfileTextField } from "./profile-text-field.tsx";

type ContactLink = keyof ProfileSettings["profile"]["contact_links_visibility"];

/** The six contact links; each can be hidden from visitors (docs/product/settings.md). */
export function ContactSection() {
  return (
    <FormSection
      title="Contacto"
      description="Cómo te encuentran tus clientes. Lo que apagues no lo ve nadie, ni en tu página ni en tu tarjeta."
    >
      <ContactRow link="phone" name="el teléfono">
        <ProfileTextField
          id="telefono"
          name="profile.phone"
          label="Teléfono"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
      </ContactRow>
      <ContactRow link="whatsapp" name="WhatsApp">
        <ProfileTextField
          id="whatsapp"
          name="profile.whatsapp"
          label="WhatsApp"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          hint="Con el prefijo de tu país, por ejemplo +1 305 555 0100."
        />
      </ContactRow>
      <ContactRow link="email" name="el correo electrónico">
        <ProfileTextField
          name="profile.email"
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="email"
        />
      </ContactRow>
      <ContactRow link="location" name="la dirección">
        <ProfileTextField name="profile.location" label="Dirección" autoComplete="street-address" />
        <ProfileTextField
          name="profile.location_url"
          label="Enlace al mapa"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://maps.app.goo.gl/..."
          hint="Lo abre el botón «Visítanos»."
        />
      </ContactRow>
      <ContactRow link="instagram" name="Instagram">
        <ProfileTextField
          name="profile.instagram"
          label="Instagram"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="@tuconcesionario"
        />
      </ContactRow>
      <ContactRow link="facebook" name="Facebook">
        <ProfileTextField
          name="profile.facebook"
          label="Facebook"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="tuconcesionario"
        />
      </ContactRow>
    </FormSection>
  );
}

/** Fields of one link; the first one has the visibility switch. */
function ContactRow(props: { link: ContactLink; name: string; children: ReactNode }) {
  const { control } = useFormContext<ProfileSettings>();
  return (
    <Controller
      control={control}
      name={`profile.contact_links_visibility.${props.link}`}
      render={({ field }) => (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
          <div className="grid gap-5">{props.children}</div>
          <div className="grid w-14 content-start justify-items-center gap-1.5 text-center">
            <span aria-hidden="true" className="text-muted-foreground text-xs leading-5">
              {field.value ? "Visible" : "Oculto"}
            </span>
            <span className="flex h-11 items-center">
              <Switch
                ref={field.ref}
                checked={field.value}
                onCheckedChange={field.onChange}
                onBlur={field.onBlur}
                aria-label={`Mostrar ${props.name}`}
              />
            </span>
          </div>
        </div>
      )}
    />
  );
}
