import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { UnpluggedDrawing } from "./drawings.tsx";
import { EmptyState } from "./empty-state.tsx";

type LoadFailedProps = {
  title: ReactNode;
  /** Why; see serverSentence. */
  description: string;
  /** The query, which is asked again. */
  query: { isFetching: boolean; refetch: () => unknown };
  className?: string;
};

/** Takes the place of what could not be loaded; offers to try again. */
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
