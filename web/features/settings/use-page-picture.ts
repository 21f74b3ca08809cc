import { useState } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { inspectPicture } from "#web/ui/picture/inspect-picture.ts";
import {
  type PictureKind,
  picturePath,
  preparePicture,
  removePictures,
  uploadPicture,
} from "#web/ui/picture/page-picture.ts";
import { toast } from "#web/ui/states/toast.ts";
import { userMessageOf } from "#web/ui/states/user-facing-error.ts";
import type { JsonTree } from "./config-changes.ts";
import { type PictureMessages, settingsMessages } from "./messages.ts";
import type { OwnProfile } from "./own-profile.ts";
import { describeSaveFailure } from "./save-failure.ts";
import { saveProfile } from "./save-profile.ts";

export type PagePicture = {
  userId: string;
  kind: PictureKind;
  messages: PictureMessages;
  /** URL in the form, and URL in the saved row; "" for none. */
  value: string;
  stored: string;
  /** The config change that removes the picture. */
  cleared: JsonTree;
  /** Called with a new URL, to be saved with the form. */
  onChange: (url: string) => void;
  /** Called when the picture is already removed from the row. */
  onCleared: (profile: OwnProfile | null) => void;
};

/** Uploads and deletes a picture of a public page, with notices (docs/product/settings.md). */
export function usePagePicture(picture: PagePicture) {
  const { supabase } = useAuth();
  const [busy, setBusy] = useState<"uploading" | "deleting" | null>(null);
  const { userId, kind, messages, value, stored } = picture;

  async function upload(file: File) {
    const inspection = await inspectPicture(file);
    if (!inspection.accepted) return showFailure(settingsMessages.uploadFailed, inspection.reason);
    try {
      const prepared = await preparePicture(file, kind);
      const url = await uploadPicture(supabase, userId, kind, prepared);
      if (value !== stored) void removePictures(supabase, userId, [value]);
      picture.onChange(url);
      toast({ ...messages.uploaded, variant: "success" });
    } catch (error) {
      showFailure(
        settingsMessages.uploadFailed,
        userMessageOf(error, settingsMessages.pictureUnread),
      );
    }
  }

  /** Updates the row first: if deleting the file fails, no page points to a missing file. */
  async function remove() {
    if (picturePath(value, userId) === null) {
      showFailure(settingsMessages.deleteFailed, messages.pathMissing);
      picture.onChange("");
      return;
    }
    const outcome = stored
      ? await saveProfile(supabase, userId, { config: picture.cleared })
      : null;
    if (outcome && !outcome.saved) {
      const { notice } = describeSaveFailure(outcome.error);
      return showFailure(settingsMessages.deleteFailed, notice.description);
    }
    picture.onCleared(outcome?.profile ?? null);
    const removed = await removePictures(supabase, userId, [...new Set([value, stored])]);
    if (removed) toast({ ...messages.deleted, variant: "success" });
    else showFailure(settingsMessages.deleteFailed, messages.stillStored);
  }

  async function runWithState(state: "uploading" | "deleting", work: () => Promise<void>) {
    setBusy(state);
    await work().finally(() => setBusy(null));
  }

  return {
    busy,
    upload: (file: File) => runWithState("uploading", () => upload(file)),
    remove: () => runWithState("deleting", remove),
  };
}

function showFailure(title: string, description: string): void {
  toast({ title, description, variant: "destructive" });
}
