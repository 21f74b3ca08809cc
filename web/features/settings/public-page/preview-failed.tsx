import type { UseQueryResult } from "@tanstack/react-query";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";

/** Replaces the preview if part of the page could not be loaded. */
export function PreviewFailed({ query }: { query: UseQueryResult }) {
  return (
    <LoadFailed
      className="m-4"
      title="No se pudo cargar la vista previa"
      description={requestErrorMessage(query.error)}
      query={query}
    />
  );
}
