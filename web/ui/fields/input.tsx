import { ChevronDown, Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classNames } from "../class-names.ts";
import { controlStyles } from "./control-styles.ts";

/** A one-line input. Field gives it its id and aria attributes. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={classNames(controlStyles, "h-11", className)} {...props} />;
}

/** A multi-line input that grows with its text. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={classNames(controlStyles, "field-sizing-content min-h-28 py-2.5", className)}
      {...props}
    />
  );
}

/** The native select (a wheel on phones), styled like the other controls. Takes option children. */
export function Select({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select
        className={classNames(controlStyles, "h-11 appearance-none truncate pr-10", className)}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted-foreground"
      />
    </span>
  );
}

/** A password input with a button that shows the text. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <span className="relative block">
      <Input {...props} type={shown ? "text" : "password"} className="pr-12" />
      <button
        type="button"
        aria-label={shown ? "Ocultar contraseña" : "Mostrar contraseña"}
        aria-pressed={shown}
        disabled={props.disabled}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-lg text-muted-foreground hover:text-foreground"
      >
        {shown ? <EyeOff className="size-[1.125rem]" /> : <Eye className="size-[1.125rem]" />}
      </button>
    </span>
  );
}
