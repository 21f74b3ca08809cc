import { Tooltip as TooltipPrimitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

/**
 * A short text next to its only child on hover and focus. Repeats the child's accessible name,
 * never replaces it.
 */
export function Tooltip(props: {
  content: ReactNode;
  children: ReactElement;
  side?: "top" | "bottom" | "left" | "right";
}) {
  return (
    <TooltipPrimitive.Provider delayDuration={350}>
      <TooltipPrimitive.Root>
        <TooltipPrimitive.Trigger asChild>{props.children}</TooltipPrimitive.Trigger>
        <TooltipPrimitive.Portal>
          <TooltipPrimitive.Content
            side={props.side ?? "bottom"}
            sideOffset={6}
            collisionPadding={8}
            className="fade-in-0 zoom-in-95 z-50 max-w-64 animate-in rounded-md bg-foreground px-2.5 py-1.5 font-medium text-background text-xs shadow-raised duration-150"
          >
            {props.content}
          </TooltipPrimitive.Content>
        </TooltipPrimitive.Portal>
      </TooltipPrimitive.Root>
    </TooltipPrimitive.Provider>
  );
}
