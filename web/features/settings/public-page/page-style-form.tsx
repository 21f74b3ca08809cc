import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import { PageStyleSettings } from "#contract/settings.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { Card, CardContent } from "#web/ui/frame/card.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { settingsMessages } from "../messages.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { PageForbidden } from "../page-forbidden.tsx";
import { removePictures } from "../page-picture.ts";
import { saveProfile } from "../save-profile.ts";
import { SettingsBar } from "../settings-bar.tsx";
import { useKeepProfile } from "../use-keep-profile.ts";
import { ColourField } from "./colour-field.tsx";
import { HeaderFields } from "./header-fields.tsx";
import { HeroField } from "./hero-field.tsx";
import { dealershipColours, pageStyleValues, styleChanges } from "./page-style-values.ts";
import { type RenderPage, StylePreview } from "./style-preview.tsx";

/**
 * The style of the public page, with what it makes of it beside the form (product section 2 "Public
 * page style editor").
 */
export function PageStyleForm(props: {
  profile: OwnProfile;
  mayEditPage: boolean;
  renderPage: RenderPage;
}) {
  const { profile, mayEditPage } = props;
  const { supabase } = useAuth();
  const keepProfile = useKeepProfile();
  const form = useForm({
    resolver: zodResolver(PageStyleSettings),
    defaultValues: pageStyleValues(profile),
  });
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard({ dirty: isDirty, description: settingsMessages.unsaved });
  const locked = !mayEditPage || isSubmitting;
  const colours = dealershipColours(profile);

  async function submit(values: PageStyleSettings) {
    const config = { page_style: styleChanges(profile, values) };
    const outcome = await saveProfile(supabase, profile.id, { config });
    if (!outcome.saved) {
      toast({ ...settingsMessages.pageStyleFailed, variant: "destructive" });
      return;
    }
    const earlier = configOf(profile).page_style.hero_image_url;
    if (earlier && earlier !== values.hero_image_url) {
      void removePictures(supabase, profile.id, [earlier]);
    }
    keepProfile(outcome.profile);
    form.reset(pageStyleValues({ ...outcome.profile, dealership: profile.dealership }));
    toast({ ...settingsMessages.pageStyleSaved, variant: "success" });
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit(submit)}
        className="-mb-16 grid gap-6 [&_*]:scroll-mb-36 max-lg:[&_*]:scroll-mt-80"
      >
        {!mayEditPage && <PageForbidden>Puedes ver su aspecto, pero no cambiarlo.</PageForbidden>}
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] xl:gap-8">
          <StylePreview profile={profile} renderPage={props.renderPage} />
          <div className="grid gap-5">
            <HeaderFields role={profile.role} locked={locked} />
            <Card>
              <CardContent className="grid gap-5">
                <h2 className="font-semibold text-base tracking-tight">Colores</h2>
                <ColourField
                  name="accent_color"
                  label="Color de acento"
                  inherited={colours?.accent_color}
                  locked={locked}
                />
                <ColourField
                  name="hero_background_color"
                  label="Color de fondo de la portada"
                  inherited={colours?.hero_background_color}
                  locked={locked}
                />
              </CardContent>
            </Card>
            <Card>
              <CardContent className="grid gap-4">
                <h2 className="font-semibold text-base tracking-tight">Portada</h2>
                <HeroField profile={profile} locked={locked} />
              </CardContent>
            </Card>
          </div>
        </div>
        <SettingsBar dirty={isDirty} saving={isSubmitting} onDiscard={() => form.reset()} />
      </form>
      {guard.dialog}
    </FormProvider>
  );
}
