import { useQueryClient } from "@tanstack/react-query";
import { useAuth } from "#web/session/use-auth.ts";
import { type OwnProfile, ownProfileKey } from "./own-profile.ts";

/** A JSON object, or a part of one. */
export type JsonTree = { [key: string]: unknown };

/** The leaves of `after` that differ, at their paths. */
export function changesBetween(before: JsonTree, after: JsonTree): JsonTree {
  const changes: JsonTree = {};
  for (const [key, value] of Object.entries(after)) {
    const earlier = before[key];
    if (isTree(value)) {
      const inner = changesBetween(isTree(earlier) ? earlier : {}, value);
      if (Object.keys(inner).length > 0) changes[key] = inner;
    } else if (value !== earlier) {
      changes[key] = value;
    }
  }
  return changes;
}

/** Merges changes into the stored tree; everything else stays. */
export function applyChanges(stored: JsonTree, changes: JsonTree): JsonTree {
  const result = { ...stored };
  for (const [key, value] of Object.entries(changes)) {
    const earlier = stored[key];
    result[key] = isTree(value) ? applyChanges(isTree(earlier) ? earlier : {}, value) : value;
  }
  return result;
}

function isTree(value: unknown): value is JsonTree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Updates the Settings screens and the session with a saved profile. */
export function useCacheProfile(): (profile: OwnProfile) => void {
  const queryClient = useQueryClient();
  const { applySavedProfile } = useAuth();
  return (profile) => {
    queryClient.setQueryData<OwnProfile>(ownProfileKey(profile.id), (before) => ({
      ...profile,
      dealership: before?.dealership,
    }));
    applySavedProfile(profile);
  };
}
