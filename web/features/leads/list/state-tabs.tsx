import { LeadState } from "#contract/customers/lead.ts";
import { classNames } from "#web/ui/class-names.ts";
import { tabStyles } from "#web/ui/controls/tab-links.tsx";
import { formatEstimate } from "#web/ui/fields/format-number.ts";

type StateTabsProps = {
  state: LeadState | null;
  counts: ReadonlyMap<LeadState, number> | undefined;
  onChoose: (state: LeadState | null) => void;
};

/** Tabs for all leads and each state, with counts; scrollable on phones. */
export function StateTabs({ state, counts, onChoose }: StateTabsProps) {
  const total = counts && [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <div className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0">
      <fieldset className="flex w-fit gap-1 rounded-xl bg-muted p-1">
        <legend className="sr-only">Estado</legend>
        <Tab chosen={state === null} count={total} onChoose={() => onChoose(null)}>
          Todos
        </Tab>
        {LeadState.options.map((option) => (
          <Tab
            key={option}
            chosen={state === option}
            count={counts?.get(option)}
            onChoose={() => onChoose(option)}
          >
            {option}
          </Tab>
        ))}
      </fieldset>
    </div>
  );
}

function Tab(props: {
  chosen: boolean;
  count: number | undefined;
  onChoose: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-pressed={props.chosen}
      onClick={props.onChoose}
      className={classNames(
        tabStyles,
        "px-3.5",
        props.chosen && "bg-card text-foreground shadow-card dark:bg-background",
      )}
    >
      {props.children}
      {props.count !== undefined && (
        <span className="numeric text-muted-foreground text-xs">
          {formatEstimate(props.count, "unos")}
        </span>
      )}
    </button>
  );
}
