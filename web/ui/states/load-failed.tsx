import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { UnpluggedDrawing } from "./drawings.tsx";
import { EmptyState } from "./empty-state.tsx";

type LoadFailedProps = {
  title: ReactNode;
  /** The cause; see requestErrorMessage. */
  description: string;
  /** The query to retry. */
  query: { isFetching: boolean; refetch: () => unknown };
  className?: string;
};

/** Replaces content that could not be loaded, with a retry button. */
export function LoadFailed({ query, ...words }: LoadFailedProps) {
  return (
    <EmptyState
      {...words}
      drawing={<UnpluggedDrawing />}
      action={
        <Button loading={query.isFetching} onClick={() => query.refetch()}>
          Reintentar
        </Button>
      }
    />
  );
}
