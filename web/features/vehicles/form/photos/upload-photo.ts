import type { SupabaseClient } from "@supabase/supabase-js";
import { photoPath } from "#web/ui/picture/photo-path.ts";
import { UserFacingError } from "#web/ui/states/user-facing-error.ts";

/** The uploading session, and the folder's owner. */
export type Uploader = {
  supabase: SupabaseClient;
  anonKey: string;
  ownerId: string;
  /** The impersonated account, written to the audit log with each change. */
  impersonatedId: string | null;
};

const BUCKET = "vehicle_images";
const CACHE_SECONDS = 31_536_000;
/** A connection without progress for this long counts as lost. */
const STALLED_MS = 60_000;

/** Sent by a proxy while the server restarts. */
const GATEWAY_ERRORS = [502, 503, 504];

/**
 * Uploads a photo and returns its public URL. Sends supabase-js's request by XMLHttpRequest,
 * because fetch does not report upload progress. Throws UserFacingError, or, like fetch, a
 * TypeError if the server is unreachable.
 */
export async function uploadPhoto(
  uploader: Uploader,
  photo: File,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { data, error } = await uploader.supabase.auth.getSession();
  if (error?.name === "AuthRetryableFetchError") throw unreachableError();
  if (!data.session) throw new UserFacingError("Tu sesión terminó. Inicia sesión de nuevo.");
  const path = photoPath(uploader.ownerId, photo.name);
  const status = await post(`/storage/v1/object/${BUCKET}/${path}`, {
    headers: headersFor(uploader, data.session.access_token),
    body: bodyFor(photo),
    onProgress,
    signal,
  });
  if (GATEWAY_ERRORS.includes(status.httpStatus)) throw unreachableError();
  if (status.httpStatus >= 300) throw new UserFacingError(explain(status));
  return uploader.supabase.storage.from(BUCKET).getPublicUrl(path).data.publicUrl;
}

function unreachableError(): TypeError {
  return new TypeError("Failed to fetch");
}

function headersFor({ anonKey, impersonatedId }: Uploader, token: string): Record<string, string> {
  return {
    apikey: anonKey,
    authorization: `Bearer ${token}`,
    "x-upsert": "false",
    ...(impersonatedId ? { "x-impersonated-user": impersonatedId } : {}),
  };
}

function bodyFor(photo: File): FormData {
  const form = new FormData();
  form.append("cacheControl", String(CACHE_SECONDS));
  form.append("", photo);
  return form;
}

type Sending = {
  headers: Record<string, string>;
  body: FormData;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
};
type Answer = { httpStatus: number; body: string };

function post(address: string, { headers, body, onProgress, signal }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // A signal aborted earlier fires no event.
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const start = performance.now();
    request.timeout = STALLED_MS;
    request.upload.onprogress = ({ loaded, total }) => {
      request.timeout = performance.now() - start + STALLED_MS;
      onProgress((loaded / total) * 100);
    };
    request.onload = () => resolve({ httpStatus: request.status, body: request.responseText });
    request.onerror = request.ontimeout = () => reject(unreachableError());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

/** Storage answers 400 with the real status in the body. */
function explain({ httpStatus, body }: Answer): string {
  const status = Number(/"statusCode"\s*:\s*"?(\d+)/.exec(body)?.[1] ?? httpStatus);
  if (status === 413) return "El servidor dice que pesa demasiado.";
  if (status === 415) return "El servidor no la reconoce como PNG, JPG o WEBP.";
  if (status === 401 || status === 403) return "No tienes permiso para subir fotos aquí.";
  return "El servidor no pudo guardarla.";
}
