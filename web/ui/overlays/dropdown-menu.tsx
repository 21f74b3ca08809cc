import { cva, type VariantProps } from "class-variance-authority";
import { DropdownMenu as MenuPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { CloseOnBack } from "./close-on-back.tsx";

export const DropdownMenu = MenuPrimitive.Root;
export const DropdownMenuTrigger = MenuPrimitive.Trigger;

export function DropdownMenuContent({
  className,
  sideOffset = 6,
  align = "end",
  children,
  ...props
}: ComponentProps<typeof MenuPrimitive.Content>) {
  return (
    <MenuPrimitive.Portal>
      <MenuPrimitive.Content
        sideOffset={sideOffset}
        align={align}
        collisionPadding={8}
        className={classNames(
          "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-xl border bg-popover p-1.5 text-popover-foreground shadow-raised",
          "origin-(--radix-dropdown-menu-content-transform-origin) duration-150 ease-out-soft",
          "data-[state=open]:fade-in-0 data-[state=open]:zoom-in-95 data-[state=open]:animate-in",
          "data-[state=closed]:fade-out-0 data-[state=closed]:zoom-out-95 data-[state=closed]:animate-out",
          className,
        )}
        {...props}
      >
        <CloseOnBack />
        {children}
      </MenuPrimitive.Content>
    </MenuPrimitive.Portal>
  );
}

const itemStyles = cva(
  [
    "flex min-h-11 cursor-pointer select-none items-center gap-2.5 rounded-lg px-2.5 text-sm outline-none sm:min-h-9",
    "data-disabled:pointer-events-none data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        default: "data-highlighted:bg-muted [&_svg]:text-muted-foreground",
        destructive: "text-destructive-ink data-highlighted:bg-destructive-soft",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

/** A menu item; with asChild it can be a link. */
export function DropdownMenuItem({
  className,
  variant,
  ...props
}: ComponentProps<typeof MenuPrimitive.Item> & VariantProps<typeof itemStyles>) {
  return (
    <MenuPrimitive.Item className={classNames(itemStyles({ variant }), className)} {...props} />
  );
}

export function DropdownMenuSeparator() {
  return <MenuPrimitive.Separator className="-mx-1.5 my-1.5 h-px bg-border" />;
}
