import type { ComponentProps, ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { classNames } from "../class-names.ts";

const listStyles =
  "flex gap-1 overflow-x-auto rounded-xl bg-muted p-1 [scrollbar-width:none] sm:w-fit sm:max-w-full";
export const tabStyles = [
  "inline-flex h-11 shrink-0 grow items-center justify-center gap-2 whitespace-nowrap rounded-lg px-4 font-medium text-muted-foreground text-sm sm:h-9",
  "transition-colors hover:text-foreground [&_svg]:size-4",
].join(" ");
const activeTabStyles = "bg-card text-foreground shadow-card dark:bg-background";

/** A row of tabs that are links to pages. */
export function TabLinks({ className, ...props }: ComponentProps<"nav">) {
  return <nav className={classNames(listStyles, className)} {...props} />;
}

type TabLinkProps = {
  to: string;
  /** A path prefix of further pages that belong to this tab. */
  covers?: string;
  children: ReactNode;
};

/** A tab that is a link; `aria-current` marks the open one. */
export function TabLink({ to, covers, children }: TabLinkProps) {
  const { pathname } = useLocation();
  const isPage = pathname === to;
  const isOpen = isPage || (covers !== undefined && pathname.startsWith(covers));
  return (
    <Link
      to={to}
      aria-current={isPage ? "page" : isOpen}
      className={classNames(tabStyles, isOpen && activeTabStyles)}
    >
      {children}
    </Link>
  );
}
