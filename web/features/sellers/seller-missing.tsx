import { TriangleAlert } from "lucide-react";
import { sellerMessages } from "./messages.ts";

/**
 * Stands in for the seller card when visitors may not read the seller (product section 8 "Seller
 * missing").
 */
export function SellerMissing() {
  const { title, description } = sellerMessages.sellerMissing;
  return (
    <div
      role="note"
      className="flex items-start gap-3 rounded-2xl bg-warning-soft p-5 text-sm text-warning-ink"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
      <p>
        <strong className="block font-semibold">{title}</strong>
        {description}
      </p>
    </div>
  );
}
