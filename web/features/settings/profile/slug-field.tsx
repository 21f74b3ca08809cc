import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useController, useWatch } from "react-hook-form";
import { type ProfileSettings, PublicSlug } from "#contract/accounts/settings.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { checkSlug, type SlugAnswer } from "../check-slug.ts";
import { settingsMessages } from "../messages.ts";
import type { OwnProfile } from "../own-profile.ts";
import { cleanSlug, publicPath, suggestSlug } from "../slug.ts";

/** State of the slug check. */
type SlugCheck = { status: "idle" | "checking" | "failed" } | SlugAnswer;

const CHECK_DELAY_MS = 400;

/** Checks a slug after a typing pause. Skips the own slug, an empty one and a malformed one. */
function useSlugCheck(slug: string, own: { id: string; slug: string }): SlugCheck {
  const { anonKey } = usePublicConfig();
  const settled = useDebounced(slug);
  const isAsked = slug !== "" && slug !== own.slug && PublicSlug.safeParse(slug).success;
  const { data, isError } = useQuery({
    queryKey: ["settings", "slug", settled],
    queryFn: ({ signal }) => checkSlug(anonKey, settled, own.id, signal),
    enabled: isAsked && settled === slug,
    retry: false,
    gcTime: 0,
  });
  if (!isAsked) return { status: "idle" };
  if (settled !== slug) return { status: "checking" };
  if (isError) return { status: "failed" };
  return data ?? { status: "checking" };
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), CHECK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The public slug: normalized while typing, then checked, with an alternative if it is taken. */
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
      <span className="truncate">{`Usar «${suggestion}»`}</span>
    </Button>
  );
}

function errorOf({ status }: SlugCheck): string | undefined {
  if (status === "taken") return settingsMessages.slugTaken.description;
  return status === "failed" ? settingsMessages.slugUnverified.description : undefined;
}
