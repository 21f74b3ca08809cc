import { Search } from "lucide-react";
import { Form } from "react-router";
import { SELLER_PARAMETER } from "#web/session/links/attributed-link.ts";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";

type HeroSearchProps = {
  /** Path of the inventory, without parameters. */
  path: string;
  /** Slug of the salesperson from the followed link, or null. */
  vendedor: string | null;
};

/** Search of the dealership's inventory on its landing; works without script. */
export function HeroSearch({ path, vendedor }: HeroSearchProps) {
  return (
    <Form
      role="search"
      action={path}
      className="flex h-12 min-w-0 flex-[1_1_18rem] items-center gap-1 rounded-lg bg-card p-1 text-foreground shadow-raised has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-current has-[input:focus-visible]:outline-offset-2"
    >
      {vendedor && <input type="hidden" name={SELLER_PARAMETER} value={vendedor} />}
      <input
        type="search"
        name="q"
        aria-label="Buscar en el inventario"
        placeholder="Marca, modelo o año"
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        className="h-full min-w-0 flex-1 bg-transparent px-3 text-base outline-none placeholder:text-muted-foreground"
      />
      <button
        type="submit"
        aria-label="Buscar"
        className={`${buttonStyles({ variant: "ghost", size: "icon" })} size-10!`}
      >
        <Search aria-hidden="true" />
      </button>
    </Form>
  );
}
