import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { ProfileSettings } from "#contract/settings.ts";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { settingsMessages } from "../messages.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { SettingsBar } from "../settings-bar.tsx";
import { useKeepProfile } from "../use-keep-profile.ts";
import { AddressSection } from "./address-section.tsx";
import { ButtonSection } from "./button-section.tsx";
import { ContactSection } from "./contact-section.tsx";
import { IdentitySection } from "./identity-section.tsx";
import { OffersSection } from "./offers-section.tsx";
import { ProfileFormTexts, profileFormValues } from "./profile-form-values.ts";
import { useSaveProfile } from "./use-save-profile.ts";

/**
 * Perfil y Contacto. Each role sees what concerns it: an admin has no public page, a vendedor no
 * domain and no inventory page.
 */
export function ProfileForm(props: { profile: OwnProfile; mayEditPage: boolean }) {
  const { profile, mayEditPage } = props;
  const form = useForm<ProfileSettings, unknown, ProfileSettings>({
    resolver: zodResolver(ProfileFormTexts),
    defaultValues: profileFormValues(profile),
  });
  const { isDirty, isSubmitting, defaultValues } = form.formState;
  const save = useSaveProfile(profile.id);
  const keepProfile = useKeepProfile();
  const guard = useUnsavedGuard({ dirty: isDirty, description: settingsMessages.unsaved });
  const refused = useRef<keyof ProfileSettings | null>(null);

  // The fields are locked during a save, so the refused one takes the focus when they open again.
  useEffect(() => {
    if (isSubmitting || !refused.current) return;
    form.setFocus(refused.current);
    refused.current = null;
  }, [form, isSubmitting]);

  async function submit(values: ProfileSettings) {
    const result = await save({ ...defaultValues }, values, configOf(profile).profile.logo);
    if ("saved" in result) {
      keepProfile(result.saved);
      form.reset(profileFormValues(result.saved));
      toast({ ...settingsMessages.saved, variant: "success" });
      return;
    }
    toast({ ...result.notice, variant: "destructive" });
    if (!result.field) return;
    form.setError(result.field.name, { message: result.field.message });
    refused.current = result.field.name;
  }

  const { role } = profile;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit(submit)}
        className="-mb-16 grid gap-8 lg:gap-6 [&_*]:scroll-mb-36"
      >
        <fieldset disabled={isSubmitting} className="contents">
          <legend className="sr-only">Perfil y Contacto</legend>
          <IdentitySection profile={profile} mayEditPage={mayEditPage} />
          {role !== "admin" && (
            <>
              <ContactSection />
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
