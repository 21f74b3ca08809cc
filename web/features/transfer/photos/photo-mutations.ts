import type { SupabaseClient } from "@supabase/supabase-js";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { z } from "zod";
import { newId } from "#web/api/new-id.ts";
import { databaseMessage, requestErrorMessage } from "#web/api/request-error-message.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { compressPicture } from "#web/ui/picture/compress-picture.ts";
import { photoPath } from "#web/ui/picture/photo-path.ts";
import { LARGE_PICTURE, type PictureLimits } from "#web/ui/picture/picture-limits.ts";
import { isUnreachable, UserFacingError, userMessageOf } from "#web/ui/states/user-facing-error.ts";
import type { Transfer } from "../transfer-queries.ts";
import { useUndo } from "../use-undo.ts";
import { photoMessages as messages } from "./messages.ts";
import { lastPhotosKey, PHOTO_BUCKET, photoPlanKey, publicPhotoUrl } from "./photo-queries.ts";
import type { PhotoPlan, PlannedPhoto, RefusedFile } from "./plan-photos.ts";
import { storePhotos } from "./store-photos.ts";

/** JPEG, like photos of the vehicle form. */
const LIMITS: PictureLimits = { ...LARGE_PICTURE, fileType: "image/jpeg" };

/** A plan to upload. After a partial failure, `others` imports the photos that were stored. */
type SendOrder = { plan: PhotoPlan; others?: true };

/**
 * Uploads a plan's photos, then attaches them to the vehicles in one call. Can be stopped until
 * that call. A retry skips photos already stored: from memory within the page, and for some hours
 * from the server if the same ZIP is dropped again.
 */
export function useImportPhotos({ ownerId }: Transfer, onDone: () => void) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const stopping = useRef<AbortController | null>(null);
  const stored = useRef(new Map<PlannedPhoto, string>());
  const importId = useRef<string | null>(null);
  const [sent, setSent] = useState(0);
  const mutation = useMutation({
    /** Returns the photos that could not be stored; if there are any, none is attached. */
    mutationFn: async ({ plan, others }: SendOrder): Promise<RefusedFile[]> => {
      const stop = new AbortController();
      stopping.current = stop;
      if (!others) {
        const failed = await storePhotos(
          plan.cars.flatMap(({ photos }) => photos),
          {
            prepare: async ({ file }) => {
              const { signal } = stop;
              return compressPicture(await file.read(), LIMITS, { signal });
            },
            store: (photo, prepared) => storePhoto(supabase, { ownerId, photo, prepared }),
            stored: stored.current,
            onProgress: setSent,
            signal: stop.signal,
          },
        );
        if (failed.length > 0) return failed;
      }
      importId.current ??= newId();
      const { error } = await supabase.rpc("import_photos", {
        p_id: importId.current,
        p_dealership_id: ownerId,
        p_photos: urlsByVehicle(plan, stored.current),
      });
      if (error) throw error;
      return [];
    },
    onSuccess: async (failed) => {
      if (failed.length > 0) return;
      onDone();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["vehicles"] }),
        queries.invalidateQueries({ queryKey: lastPhotosKey }),
      ]);
    },
    onError: async (error) => {
      if (!databaseMessage(error)) return;
      // The inventory has changed: compute the plan again, which finds the stored photos.
      importId.current = null;
      await queries.invalidateQueries({ queryKey: photoPlanKey });
    },
  });
  return { ...mutation, sent, stop: () => stopping.current?.abort() };
}

/** The sentence for a failed photo import; null if the person stopped it. */
export function photoImportFailure(error: Error | null): string | null {
  if (!error || error.name === "AbortError") return null;
  const known = error instanceof UserFacingError || isUnreachable(error);
  return `${messages.importFailed} ${known ? userMessageOf(error, "") : requestErrorMessage(error)}`;
}

type Upload = { ownerId: string; photo: PlannedPhoto; prepared: File };

async function storePhoto(supabase: SupabaseClient, { ownerId, photo, prepared }: Upload) {
  const path = photoPath(ownerId, prepared.name);
  const { error } = await supabase.storage.from(PHOTO_BUCKET).upload(path, prepared, {
    cacheControl: "31536000",
    contentType: prepared.type,
    metadata: { source: photo.hash },
  });
  if (!error) return { url: publicPhotoUrl(supabase, path) };
  // Storage answers 400 with the real status in the body; a network error has none.
  const status = "statusCode" in error ? Number(error.statusCode) : 0;
  if ([0, 502, 503, 504].includes(status)) throw new TypeError("Failed to fetch");
  if (status === 401 || status === 403) throw new UserFacingError(messages.mayNotStore);
  return { reason: messages.notStored };
}

function urlsByVehicle(plan: PhotoPlan, stored: Map<PlannedPhoto, string>) {
  const lines = plan.cars.map(({ car, photos }): [string, string[]] => [
    car.id,
    photos.map((photo) => stored.get(photo)).filter((url) => url !== undefined),
  ]);
  return Object.fromEntries(lines.filter(([, urls]) => urls.length > 0));
}

/** Undoes a photo import; returns the number of photos removed. */
export const useUndoPhotos = () =>
  useUndo({
    call: "undo_photo_import",
    argument: "p_id",
    resultSchema: z.number().int(),
    lastKey: lastPhotosKey,
    failed: messages.undoFailed,
  });
