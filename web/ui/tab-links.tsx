import type { ComponentProps } from "react";
import { NavLink, type NavLinkProps } from "react-router";
import { classNames } from "./class-names.ts";

const listStyles =
  "flex gap-1 overflow-x-auto rounded-xl bg-muted p-1 [scrollbar-width:none] sm:w-fit";
/** Class names of one tab. */
export const tabStyles = [
  "inline-flex h-11 shrink-0 grow items-center justify-center gap-2 whitespace-nowrap rounded-lg px-4 font-medium text-muted-foreground text-sm sm:h-9",
  "transition-colors hover:text-foreground [&_svg]:size-4",
].join(" ");
const activeTabStyles = "bg-card text-foreground shadow-card dark:bg-background";

/** A row of tabs, each of which is a page of its own. */
export function TabLinks({ className, ...props }: ComponentProps<"nav">) {
  return <nav className={classNames(listStyles, className)} {...props} />;
}

/** One tab that is a link; `aria-current` says which page is open. */
export function TabLink({
  className,
  ...props
}: Omit<NavLinkProps, "className"> & { className?: string }) {
  return (
    <NavLink
      className={({ isActive }) => classNames(tabStyles, isActive && activeTabStyles, className)}
      {...props}
    />
  );
}
