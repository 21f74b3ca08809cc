import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { PublicSlug } from "#contract/settings.ts";
import { usePublicConfig } from "#web/session/public-config.ts";
import { checkSlug, type SlugAnswer } from "./check-slug.ts";

/** What is known of the slug in the box: nothing to ask, being asked, an answer, or no answer. */
export type SlugCheck = { status: "idle" | "checking" | "failed" } | SlugAnswer;

const PAUSE_MILLISECONDS = 400;

/**
 * Asks whether a slug is free once its typing pauses. One's own, an empty and a malformed one are
 * not asked about.
 */
export function useSlugCheck(slug: string, own: { id: string; slug: string }): SlugCheck {
  const { anonKey } = usePublicConfig();
  const settled = useSettled(slug);
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

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
