import { Tabs as TabsPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { tabStyles } from "./tab-links.tsx";

/** Tabs within a page. Arrow keys move between them, Home and End go to the ends. */
export const Tabs = TabsPrimitive.Root;

/** The row of tabs; two columns on phones, where four do not fit. */
export function TabList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return (
    <TabsPrimitive.List
      className={classNames(
        "flex w-full flex-wrap gap-1 rounded-xl bg-muted p-1 has-[>:nth-child(4)]:max-sm:grid has-[>:nth-child(4)]:max-sm:fit-columns-[8.5rem] sm:w-fit",
        className,
      )}
      {...props}
    />
  );
}

export function Tab({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  return (
    <TabsPrimitive.Trigger
      className={classNames(
        tabStyles,
        "px-2 sm:h-11 data-[state=active]:bg-card data-[state=active]:text-foreground data-[state=active]:shadow-card sm:px-4 dark:data-[state=active]:bg-background max-sm:[&_svg]:hidden",
        className,
      )}
      {...props}
    />
  );
}

/**
 * A tab's content. With `forceMount` it stays mounted while another tab is open, so that no input
 * is lost.
 */
export function TabPanel({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return (
    <TabsPrimitive.Content
      className={classNames("rounded-xl pt-6 data-[state=inactive]:hidden", className)}
      {...props}
    />
  );
}
