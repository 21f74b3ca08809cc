/** What the seller wrote, with its line breaks; nothing when nothing was written. */
export function VehicleDescription({ text }: { text: string | null }) {
  if (!text?.trim()) return null;
  return (
    <section aria-labelledby="description" className="grid gap-3">
      <h2 id="description" className="font-semibold text-lg tracking-tight">
        Descripción
      </h2>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere text-foreground/90 leading-relaxed">
        {text.trim()}
      </p>
    </section>
  );
}
