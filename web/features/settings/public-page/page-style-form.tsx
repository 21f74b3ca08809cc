import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import { PageStyleSettings } from "#contract/settings.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { DEFAULT_ACCENT } from "#web/ui/accent.tsx";
import { Card, CardContent } from "#web/ui/card.tsx";
import { DEFAULT_HERO_COLOUR } from "#web/ui/hero-colours.ts";
import { toast } from "#web/ui/toast.ts";
import { useUnsavedGuard } from "#web/ui/use-unsaved-guard.tsx";
import { changesBetween } from "../config-changes.ts";
import { settingsMessages } from "../messages.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { PageForbidden } from "../page-forbidden.tsx";
import { removePictures } from "../page-picture.ts";
import { saveProfile } from "../save-profile.ts";
import { SettingsBar } from "../settings-bar.tsx";
import { useKeepProfile } from "../use-keep-profile.ts";
import { ColourField } from "./colour-field.tsx";
import { HeroField } from "./hero-field.tsx";
import { LayoutField } from "./layout-field.tsx";
import { pageStyleValues } from "./page-style-values.ts";
import { type RenderPage, StylePreview } from "./style-preview.tsx";
import { SwitchField } from "./switch-field.tsx";

/** The style of the public page, with what it makes of it beside the form (spec section 2 "Public page style editor"). */
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
  const { isDirty, isSubmitting, defaultValues } = form.formState;
  const guard = useUnsavedGuard({ dirty: isDirty, description: settingsMessages.unsaved });
  const locked = !mayEditPage || isSubmitting;

  async function submit(values: PageStyleSettings) {
    const config = { page_style: changesBetween({ ...defaultValues }, values) };
    const outcome = await saveProfile(supabase, profile.id, { config });
    if (!outcome.saved) {
      toast({ ...settingsMessages.pageStyleFailed, variant: "destructive" });
      return;
    }
    const earlier = configOf(profile).page_style.hero_image_url;
    if (earlier && earlier !== values.hero_image_url) void removePictures(supabase, [earlier]);
    keepProfile(outcome.profile);
    form.reset(pageStyleValues(outcome.profile));
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
            {profile.role === "concesionario" && <HeaderFields locked={locked} />}
            <Card>
              <CardContent className="grid gap-5">
                <h2 className="font-semibold text-base tracking-tight">Colores</h2>
                <ColourField
                  name="accent_color"
                  label="Color de acento"
                  defaultColour={DEFAULT_ACCENT}
                  locked={locked}
                />
                <ColourField
                  name="hero_background_color"
                  label="Color de fondo de la portada"
                  defaultColour={DEFAULT_HERO_COLOUR}
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

/** The header of a dealership's page; a vendedor's has none. */
function HeaderFields({ locked }: { locked: boolean }) {
  return (
    <Card>
      <CardContent className="grid gap-5">
        <h2 className="font-semibold text-base tracking-tight">Encabezado</h2>
        <LayoutField locked={locked} />
        <SwitchField
          name="show_header_name"
          label="Mostrar el nombre"
          hint="Junto al logo. Sin logo, el nombre se muestra siempre."
          locked={locked}
        />
      </CardContent>
    </Card>
  );
}
