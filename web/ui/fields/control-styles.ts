/**
 * Shared classes of input, textarea and select, in a separate file for public pages, which do
 * without a class merger. Text is 16 px, so that iOS does not zoom in.
 */
export const controlStyles = [
  "w-full rounded-lg border border-input bg-card px-3.5 text-base text-foreground shadow-xs sm:text-[0.9375rem]",
  "placeholder:text-muted-foreground transition-[border-color,box-shadow] duration-150",
  "hover:border-foreground/50 focus-visible:border-ring focus-visible:outline-none focus-visible:ring-3 focus-visible:ring-ring/25",
  "disabled:cursor-not-allowed disabled:bg-muted disabled:opacity-70",
  "aria-invalid:border-destructive aria-invalid:focus-visible:ring-destructive/25",
].join(" ");
