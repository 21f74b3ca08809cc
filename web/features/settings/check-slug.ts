import { anonymousClient } from "#web/api/anonymous-client.ts";
import { numberedSlugs } from "./slug.ts";

/** Whether a slug is free; if taken, a free alternative if one was found. */
export type SlugAnswer = { status: "free" } | { status: "taken"; alternative: string | null };

const ALTERNATIVES = 8;

/**
 * Looks a slug up as a visitor (docs/product/settings.md), because signed-in people see few rows.
 * Inactive accounts are invisible to it; the unique constraint catches those. Throws PostgREST's
 * error.
 */
export async function checkSlug(
  anonKey: string,
  slug: string,
  ownId: string,
  signal?: AbortSignal,
): Promise<SlugAnswer> {
  const lookup = anonymousClient(anonKey).from("profiles").select("id").eq("public_slug", slug);
  const { data, error } = await (signal ? lookup.abortSignal(signal) : lookup).maybeSingle();
  if (error) throw error;
  if (!data || data.id === ownId) return { status: "free" };
  return { status: "taken", alternative: await findAlternative(anonKey, slug) };
}

async function findAlternative(anonKey: string, slug: string): Promise<string | null> {
  const candidates = numberedSlugs(slug, ALTERNATIVES);
  const { data, error } = await anonymousClient(anonKey)
    .from("profiles")
    .select("public_slug")
    .in("public_slug", candidates);
  if (error) return null;
  const taken = new Set(data.map(({ public_slug }) => public_slug));
  return candidates.find((candidate) => !taken.has(candidate)) ?? null;
}
