import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useRestoredPages } from "#web/ui/controls/use-shown-count.ts";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { Spinner } from "#web/ui/states/spinner.tsx";
import { toast } from "#web/ui/states/toast.ts";
import type { AccountFilter } from "./account-filter.ts";
import { type Account, accountListQuery, joinPages } from "./account-list.ts";

export type AccountScrollerProps = {
  filter: AccountFilter;
  /** Shown when the accounts cannot be loaded. */
  failure: string;
  /** Shown when no account matches. */
  empty: ReactNode;
  renderRow: (account: Account) => ReactNode;
};

/**
 * The filtered accounts in a box of at most 500 px with infinite scrolling (docs/product/admin.md).
 */
export function AccountScroller({ filter, failure, empty, renderRow }: AccountScrollerProps) {
  const { supabase } = useAuth();
  const list = useInfiniteQuery(accountListQuery(supabase, filter));
  const accounts = useMemo(() => list.data && joinPages(list.data.pages), [list.data]);
  const { isError, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const frame = useRef<HTMLElement>(null);
  useRestoredPages(list, frame);
  const end = useEndInView(frame, hasNextPage && !isFetchingNextPage && !isError, fetchNextPage);

  useEffect(() => {
    if (isError) toast({ title: "Error", description: failure, variant: "destructive" });
  }, [isError, failure]);

  if (!accounts) return isError ? <Failed {...{ failure, list }} /> : <AccountListSkeleton />;
  if (accounts.length === 0) return empty;
  return (
    <section
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
      tabIndex={0}
      aria-label="Lista de cuentas"
      className="max-h-[500px] overflow-y-auto overscroll-contain focus-visible:outline-offset-[-2px]"
    >
      <ul className="divide-y">
        {accounts.map((account) => (
          <li key={account.id}>{renderRow(account)}</li>
        ))}
      </ul>
      <div ref={end} className="grid min-h-px place-items-center text-muted-foreground">
        {isFetchingNextPage && (
          <p role="status" className="flex items-center gap-2 py-4 text-sm">
            <Spinner className="size-4" />
            Cargando más cuentas...
          </p>
        )}
        {isError && (
          <Button variant="outline" className="my-3" onClick={() => fetchNextPage()}>
            Reintentar
          </Button>
        )}
      </div>
    </section>
  );
}

function Failed(props: { failure: string; list: { refetch: () => void; isFetching: boolean } }) {
  const { failure, list } = props;
  return (
    <div className="grid justify-items-start gap-3 p-4 sm:p-5">
      <p className="text-muted-foreground text-sm">{failure}</p>
      <Button variant="outline" loading={list.isFetching} onClick={() => list.refetch()}>
        Reintentar
      </Button>
    </div>
  );
}

function AccountListSkeleton() {
  return (
    <div role="status" className="divide-y">
      <span className="sr-only">Cargando...</span>
      {["a", "b", "c", "d", "e"].map((key) => (
        <div key={key} className="flex items-center gap-3 px-4 py-4 sm:px-5">
          <Skeleton className="size-10 rounded-full" />
          <div className="grid grow gap-1.5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-56 max-w-full" />
          </div>
          <Skeleton className="h-6 w-16 rounded-full" />
        </div>
      ))}
    </div>
  );
}

/**
 * Calls back when the end of a scroll container comes near; put the returned ref on an element at
 * the end.
 */
function useEndInView(
  frame: RefObject<HTMLElement | null>,
  watching: boolean,
  onEnd: () => void,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!watching || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onEnd(),
      { root: frame.current, rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [frame, watching, onEnd]);
  return end;
}
