import { type ReactNode, useId, useRef, useState } from "react";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "./dropdown-menu.tsx";

type MenuButtonProps = {
  /** The accessible name of the button and its menu. */
  label: string;
  /** Renders the items, once the menu has been opened. */
  menu: () => ReactNode;
  children: ReactNode;
  /** Disables the button and sets aria-busy. */
  busy?: boolean;
  className?: string;
};

/**
 * A button with a menu, which is created when first opened, since lists have hundreds of them. The
 * parent must be positioned: the menu opens along its edge.
 */
export function MenuButton({ label, menu, children, busy = false, className }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState(false);
  const show = () => {
    if (busy) return;
    setMade(true);
    setOpen(true);
  };
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-busy={busy || undefined}
        className={className}
        onClick={() => (open ? setOpen(false) : show())}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          show();
        }}
      >
        {children}
      </button>
      {made && (
        <DropdownMenu open={open} onOpenChange={setOpen} modal={false}>
          <DropdownMenuTrigger asChild>
            <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
          </DropdownMenuTrigger>
          <DropdownMenuContent
            aria-labelledby={id}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              button.current?.focus();
            }}
            onInteractOutside={(event) => {
              // A press on the button already closes the menu, and must not reopen it.
              if (event.target instanceof Node && button.current?.contains(event.target)) {
                event.preventDefault();
              }
            }}
          >
            {menu()}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </>
  );
}
