import { useId } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import type { PageStyleSettings } from "#contract/accounts/settings.ts";
import { Label } from "#web/ui/fields/field.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { HERO_IMAGE } from "#web/ui/picture/page-picture.ts";
import { PictureButtons } from "#web/ui/picture/picture-buttons.tsx";
import { LARGE_PICTURE_SIZE } from "#web/ui/picture/picture-limits.ts";
import { useCacheProfile } from "../config-changes.ts";
import { heroMessages } from "../messages.ts";
import { configOf, type OwnProfile } from "../own-profile.ts";
import { usePagePicture } from "../use-page-picture.ts";
import { showsDealershipImage } from "./page-style-values.ts";

const LABELS = { upload: "Subir imagen", replace: "Cambiar imagen", remove: "Eliminar imagen" };

/** Hero picture and its switch. */
export function HeroField({ profile, locked }: { profile: OwnProfile; locked: boolean }) {
  const { register, getValues, setValue, resetField } = useFormContext<PageStyleSettings>();
  const applySavedProfile = useCacheProfile();
  const style = useWatch<PageStyleSettings>();
  const url = getValues("hero_image_url");
  const picture = usePagePicture({
    userId: profile.id,
    kind: HERO_IMAGE,
    messages: heroMessages,
    value: url,
    stored: configOf(profile).page_style.hero_image_url,
    cleared: { page_style: { hero_image_url: "" } },
    onChange: (next) => setValue("hero_image_url", next, { shouldDirty: true }),
    onCleared: (saved) => {
      resetField("hero_image_url", { defaultValue: "" });
      if (saved) applySavedProfile(saved);
    },
  });
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">Imagen de portada</legend>
      <input type="hidden" {...register("hero_image_url")} />
      <SwitchField
        name="use_hero_image"
        label="Imagen de portada"
        hint={imageHint(profile, { ...style, ...getValues() })}
        locked={locked}
      />
      <PictureButtons
        picture={picture}
        hasPicture={url !== ""}
        mayChange={!locked}
        labels={LABELS}
      />
      <p className="text-muted-foreground text-xs leading-relaxed">
        Panorámica, mejor de 1920x1080. PNG, JPG, WEBP o HEIC; se reduce a {LARGE_PICTURE_SIZE}.
      </p>
    </fieldset>
  );
}

function imageHint(profile: OwnProfile, style: PageStyleSettings): string {
  if (style.hero_image_url) return "Apagada, se ve el color de fondo.";
  if (!showsDealershipImage(profile, style)) return "Sin imagen se ve el color de fondo.";
  return "Se ve la de tu concesionario. Apagada, se ve el color de fondo.";
}

/** A switch of the page style form. */
export function SwitchField(props: {
  name: "show_header_name" | "use_hero_image";
  label: string;
  hint: string;
  locked: boolean;
}) {
  const id = useId();
  const { field } = useController<PageStyleSettings, typeof props.name>({ name: props.name });
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div className="grid gap-0.5">
        <Label htmlFor={id}>{props.label}</Label>
        <p id={`${id}-hint`} className="text-muted-foreground text-xs leading-relaxed">
          {props.hint}
        </p>
      </div>
      <Switch
        id={id}
        ref={field.ref}
        checked={field.value}
        onCheckedChange={field.onChange}
        onBlur={field.onBlur}
        disabled={props.locked}
        aria-describedby={`${id}-hint`}
      />
    </div>
  );
}
