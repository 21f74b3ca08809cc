import { Button } from "#web/ui/controls/button.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { settingsMessages } from "./messages.ts";

/** The profile could not be loaded; offers to try again. */
export function SettingsUnavailable(props: { retrying: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      drawing={<UnpluggedDrawing />}
      title={settingsMessages.loadFailed.title}
      description={settingsMessages.loadFailed.description}
      action={
        <Button loading={props.retrying} onClick={props.onRetry}>
          Reintentar
        </Button>
      }
    />
  );
}
