import { CircleCheck } from "lucide-react";
import { useController, useWatch } from "react-hook-form";
import type { ProfileSettings } from "#contract/settings.ts";
import { usePublicConfig } from "#web/session/public-config.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { settingsMessages } from "../messages.ts";
import type { OwnProfile } from "../own-profile.ts";
import { publicPath } from "../public-path.ts";
import { cleanSlug, suggestSlug } from "../slug.ts";
import { type SlugCheck, useSlugCheck } from "../use-slug-check.ts";

/**
 * The public slug: cleaned while it is typed, asked about while it rests, with a way out when it is
 * taken.
 */
export function SlugField({ profile, locked }: { profile: OwnProfile; locked: boolean }) {
  const { field, fieldState } = useController<ProfileSettings, "public_slug">({
    name: "public_slug",
  });
  const { siteUrl } = usePublicConfig();
  const own = { id: profile.id, slug: profile.public_slug ?? "" };
  const check = useSlugCheck(field.value, own);
  const error = fieldState.error?.message ?? errorOf(check);
  return (
    <div className="grid gap-2">
      <Field
        label="Enlace público"
        hint={
          <span className="break-all">
            {field.value
              ? `${siteUrl}${publicPath(profile.role, field.value)}`
              : "Sin enlace, nadie puede abrir tu página."}
          </span>
        }
        error={error}
      >
        <Input
          ref={field.ref}
          name={field.name}
          value={field.value}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(cleanSlug(event.target.value))}
          disabled={locked}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <div role="status" className="text-sm empty:hidden">
        {check.status === "checking" && <p className="text-muted-foreground">Comprobando...</p>}
        {check.status === "free" && !error && (
          <p className="flex items-center gap-1.5 text-success-ink">
            <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
            Este enlace está libre.
          </p>
        )}
      </div>
      {!locked && <Suggestion value={field.value} check={check} onTake={field.onChange} />}
    </div>
  );
}

function Suggestion(props: { value: string; check: SlugCheck; onTake: (slug: string) => void }) {
  const { value, check, onTake } = props;
  const [name, fullName] = useWatch<ProfileSettings, ["profile.name", "full_name"]>({
    name: ["profile.name", "full_name"],
  });
  const alternative = check.status === "taken" ? check.alternative : null;
  const suggestion = alternative ?? (value === "" ? suggestSlug(name || fullName) : null);
  if (!suggestion) return null;
  return (
    <Button variant="outline" className="w-fit max-w-full" onClick={() => onTake(suggestion)}>
      <span className="truncate">Usar «{suggestion}»</span>
    </Button>
  );
}

function errorOf({ status }: SlugCheck): string | undefined {
  if (status === "taken") return settingsMessages.slugTaken.description;
  return status === "failed" ? settingsMessages.slugUnverified.description : undefined;
}
