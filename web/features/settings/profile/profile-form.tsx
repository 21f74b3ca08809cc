import { useEffect, useId, useRef } from "react";
import { Controller, FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import type { ProfileSettings } from "#contract/accounts/settings.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import { useFormSave } from "#web/session/forms/use-form-save.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { Label } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Switch } from "#web/ui/fields/switch.tsx";
import { useLinkedField } from "#web/ui/fields/use-linked-field.ts";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { removePictures } from "#web/ui/picture/page-picture.ts";
import { toast } from "#web/ui/states/toast.ts";
import { checkSlug } from "../check-slug.ts";
import { type JsonTree, useCacheProfile } from "../config-changes.ts";
import { settingsMessages } from "../messages.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { describeSaveFailure, type SaveFailure } from "../save-failure.ts";
import { saveProfile } from "../save-profile.ts";
import { SettingsBar } from "../settings-bar.tsx";
import { PageForbidden } from "../settings-fallbacks.tsx";
import { ContactSection } from "./contact-section.tsx";
import { DomainProof, DomainVerified } from "./domain-proof.tsx";
import { HoursSection } from "./hours-section.tsx";
import { IdentitySection } from "./identity-section.tsx";
import { ProfileFormTexts, profileChange, profileFormValues } from "./profile-form-values.ts";
import { ProfileTextArea, ProfileTextField } from "./profile-text-field.tsx";
import { SlugField } from "./slug-field.tsx";
import { UnitsSection } from "./units-section.tsx";

/**
 * Perfil y Contacto. Fields depend on the role: an administrator has no public page, a salesperson
 * no domain and no inventory page.
 */
export function ProfileForm(props: { profile: OwnProfile; mayEditPage: boolean }) {
  const { profile, mayEditPage } = props;
  const form = useForm<ProfileSettings, unknown, ProfileSettings>({
    resolver: formResolver(ProfileFormTexts),
    defaultValues: profileFormValues(profile),
  });
  const { isDirty, isSubmitting, defaultValues } = form.formState;
  const save = useSaveProfile(profile.id);
  const applySavedProfile = useCacheProfile();
  useLinkedField();
  const guard = useUnsavedGuard({
    dirty: isDirty,
    saving: isSubmitting,
    description: settingsMessages.unsaved,
  });
  const refused = useRef<keyof ProfileSettings | null>(null);

  // Fields are disabled during a save, so focus the refused one once they are enabled.
  useEffect(() => {
    if (isSubmitting || !refused.current) return;
    form.setFocus(refused.current);
    refused.current = null;
  }, [form, isSubmitting]);

  async function submit(values: ProfileSettings) {
    const result = await save({ ...defaultValues }, values, configOf(profile).profile.logo);
    if ("saved" in result) {
      applySavedProfile(result.saved);
      form.reset(profileFormValues(result.saved));
      toast({ ...settingsMessages.saved, variant: "success" });
      return;
    }
    toast({ ...result.notice, variant: "destructive" });
    if (!result.field) return;
    form.setError(result.field.name, { message: result.field.message });
    refused.current = result.field.name;
  }

  const whenOnline = useFormSave(submit);
  const { role } = profile;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit(whenOnline)}
        className="-mb-16 grid gap-8 lg:gap-6 [&_*]:scroll-mb-36"
      >
        <fieldset disabled={isSubmitting} className="contents">
          <legend className="sr-only">Perfil y Contacto</legend>
          <IdentitySection profile={profile} mayEditPage={mayEditPage} />
          {role !== "admin" && (
            <>
              <ContactSection />
              {role === "concesionario" && <UnitsSection />}
              {role === "concesionario" && <HoursSection />}
              <OffersSection />
              {role === "concesionario" && <ButtonSection />}
              <AddressSection profile={profile} mayEditPage={mayEditPage} />
            </>
          )}
        </fieldset>
        <SettingsBar
          dirty={isDirty}
          saving={isSubmitting}
          onDiscard={() => form.reset()}
          className="lg:pl-[17rem]"
        />
      </form>
      {guard.dialog}
    </FormProvider>
  );
}

/** The slug, and for a dealership the custom domain. */
function AddressSection(props: { profile: OwnProfile; mayEditPage: boolean }) {
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

/** The optional button of the inventory page: switch, URL and label (docs/product/settings.md). */
function ButtonSection() {
  const { control } = useFormContext<ProfileSettings>();
  const id = useId();
  return (
    <FormSection
      title="Botón personalizado"
      description="Un botón más en tu inventario público: crédito, catálogo, encuesta..."
    >
      <Controller
        control={control}
        name="profile.custom_button.enabled"
        render={({ field }) => (
          <>
            <div className="flex min-h-11 items-center justify-between gap-4">
              <Label htmlFor={id}>Mostrar el botón</Label>
              <Switch
                id={id}
                ref={field.ref}
                checked={field.value}
                onCheckedChange={field.onChange}
                onBlur={field.onBlur}
              />
            </div>
            <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
              <ProfileTextField
                name="profile.custom_button.text"
                label="Texto del botón"
                placeholder="Más Información"
                autoComplete="off"
              />
              <ProfileTextField
                name="profile.custom_button.url"
                label="Dirección que abre"
                required={field.value}
                type="url"
                inputMode="url"
                placeholder="https://"
                autoComplete="off"
              />
            </div>
          </>
        )}
      />
    </FormSection>
  );
}

/** A dealership's custom domain and its status: typed, saved, verified (docs/decisions/056). */
function DomainField({ profile, locked }: { profile: OwnProfile; locked: boolean }) {
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

/** Free text about special offers; empty hides the section. */
function OffersSection() {
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

const { slugTaken, slugUnverified } = settingsMessages;

/** Saves the changes; checks a new slug first. */
function useSaveProfile(userId: string) {
  const { supabase } = useAuth();
  const { anonKey } = usePublicConfig();

  return async (
    before: JsonTree,
    values: ProfileSettings,
    storedLogo: string,
  ): Promise<{ saved: OwnProfile } | SaveFailure> => {
    const change = profileChange(before, values);
    const slug = change.columns?.public_slug;
    const refusal = slug ? await refuseSlug(slug) : null;
    if (refusal) return refusal;
    const outcome = await saveProfile(supabase, userId, change);
    if (!outcome.saved) return describeSaveFailure(outcome.error);
    if (storedLogo && storedLogo !== values.profile.logo) {
      void removePictures(supabase, userId, [storedLogo]);
    }
    return { saved: outcome.profile };
  };

  async function refuseSlug(slug: string): Promise<SaveFailure | null> {
    try {
      const answer = await checkSlug(anonKey, slug, userId);
      return answer.status === "free" ? null : refusal(slugTaken);
    } catch {
      return refusal(slugUnverified);
    }
  }
}

function refusal(notice: SaveFailure["notice"]): SaveFailure {
  return { notice, field: { name: "public_slug", message: notice.description } };
}
