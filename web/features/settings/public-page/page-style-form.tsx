import { FormProvider, useController, useForm } from "react-hook-form";
import { defaultStyle } from "#contract/accounts/public-config.ts";
import { PageStyleSettings } from "#contract/accounts/settings.ts";
import { failureNotice } from "#web/api/failure-notice.ts";
import { useFormSave } from "#web/session/forms/use-form-save.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Input } from "#web/ui/fields/input.tsx";
import { Card, CardContent } from "#web/ui/frame/card.tsx";
import { removePictures } from "#web/ui/picture/page-picture.ts";
import { toast } from "#web/ui/states/toast.ts";
import { foregroundOn } from "#web/ui/theme/accent.tsx";
import { contrast, parseHex, type Rgb, toRgb } from "#web/ui/theme/colour.ts";
import { useCacheProfile } from "../config-changes.ts";
import { settingsMessages } from "../messages.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { saveProfile } from "../save-profile.ts";
import { SettingsBar } from "../settings-bar.tsx";
import { PageForbidden } from "../settings-fallbacks.tsx";
import { HeroField, SwitchField } from "./hero-field.tsx";
import { LayoutField } from "./layout-field.tsx";
import { dealershipColors, pageStyleValues, styleChanges } from "./page-style-values.ts";
import { type RenderPage, StylePreview } from "./style-preview.tsx";

const LIGHT_PAGE: Rgb = [255, 255, 255];
const DARK_PAGE: Rgb = toRgb([222, 42, 7]);
/** Contrast ratio below which a button hardly stands out from the page. */
const FAINT = 1.5;

/**
 * Describes a color: the text color on it, and whether it hardly stands out from a light or dark
 * page.
 */
export function contrastHint(colour: string): string | null {
  const rgb = parseHex(colour);
  if (!rgb) return null;
  const text = foregroundOn(rgb);
  const tone = text[2] > 50 ? "blanco" : "oscuro";
  const ratio = contrast(rgb, toRgb(text)).toFixed(1);
  return `Encima irá texto ${tone}, con contraste ${ratio}:1.${lossHint(rgb)}`;
}

function lossHint(rgb: Rgb): string {
  if (contrast(rgb, LIGHT_PAGE) < FAINT) return " Casi no se distingue de un fondo claro.";
  if (contrast(rgb, DARK_PAGE) < FAINT) return " Casi no se distingue de un fondo oscuro.";
  return "";
}

/**
 * A color picker and hex field, with a contrast hint and a reset to the dealership's or default
 * color.
 */
function ColourField(props: {
  name: "accent_color" | "hero_background_color";
  label: string;
  /** The dealership's color that a salesperson's page inherits. */
  inherited: string | undefined;
  locked: boolean;
}) {
  const { name, label, inherited, locked } = props;
  const { field, fieldState } = useController<PageStyleSettings, typeof props.name>({ name });
  const isColour = /^#[0-9a-f]{6}$/i.test(field.value);
  const origin = inherited ?? defaultStyle[name];
  const isOrigin = field.value.toUpperCase() === origin;
  const reading = contrastHint(field.value);
  const change = (colour: string) => field.onChange(colour.toUpperCase());
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
      <input
        type="color"
        aria-label={`Elegir ${label.toLocaleLowerCase("es")}`}
        value={(isColour ? field.value : origin).toLowerCase()}
        onChange={(event) => change(event.target.value)}
        disabled={locked}
        className="mt-6.5 size-11 cursor-pointer rounded-lg border border-input bg-card p-1 disabled:cursor-not-allowed disabled:opacity-55"
      />
      <Field
        label={label}
        hint={inherited && isOrigin ? `Color de tu concesionario. ${reading}` : reading}
        error={fieldState.error?.message}
      >
        <Input
          ref={field.ref}
          name={field.name}
          value={field.value}
          onBlur={field.onBlur}
          onChange={(event) => change(event.target.value.trim())}
          disabled={locked}
          maxLength={7}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="numeric"
        />
      </Field>
      {!isOrigin && !locked && (
        <button
          type="button"
          className="touch-target col-start-2 justify-self-start rounded-sm font-medium text-primary-ink text-sm hover:underline"
          onClick={() => change(origin)}
        >
          {inherited ? "Volver al de tu concesionario" : `Volver a ${origin}`}
        </button>
      )}
    </div>
  );
}

/** Edits the style of the public page, with a live preview (docs/product/settings.md). */
export function PageStyleForm(props: {
  profile: OwnProfile;
  mayEditPage: boolean;
  renderPage: RenderPage;
}) {
  const { profile, mayEditPage } = props;
  const { supabase } = useAuth();
  const applySavedProfile = useCacheProfile();
  const form = useForm({
    resolver: formResolver(PageStyleSettings),
    defaultValues: pageStyleValues(profile),
  });
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard({
    dirty: isDirty,
    saving: isSubmitting,
    description: settingsMessages.unsaved,
  });
  const locked = !mayEditPage || isSubmitting;
  const colours = dealershipColors(profile);

  async function submit(values: PageStyleSettings) {
    const config = { page_style: styleChanges(profile, values) };
    const outcome = await saveProfile(supabase, profile.id, { config });
    if (!outcome.saved) {
      toast(failureNotice(settingsMessages.pageStyleFailed, outcome.error));
      return;
    }
    const earlier = configOf(profile).page_style.hero_image_url;
    if (earlier && earlier !== values.hero_image_url) {
      void removePictures(supabase, profile.id, [earlier]);
    }
    applySavedProfile(outcome.profile);
    form.reset(pageStyleValues({ ...outcome.profile, dealership: profile.dealership }));
    toast({ ...settingsMessages.pageStyleSaved, variant: "success" });
  }
  const whenOnline = useFormSave(submit);

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit(whenOnline)}
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

/** Layout of a dealership's header or a salesperson's card. */
function HeaderFields({ role, locked }: { role: string; locked: boolean }) {
  const isVendedor = role === "vendedor";
  return (
    <Card>
      <CardContent className="grid gap-5">
        <h2 className="font-semibold text-base tracking-tight">Encabezado</h2>
        <LayoutField of={isVendedor ? "card" : "header"} locked={locked} />
        <SwitchField
          name="show_header_name"
          label="Mostrar el nombre"
          hint={
            isVendedor
              ? "Junto a tu logo. Sin un logo tuyo, el nombre se muestra siempre."
              : "Junto al logo. Sin logo, el nombre se muestra siempre."
          }
          locked={locked}
        />
      </CardContent>
    </Card>
  );
}
