import { ArrowRight, Calculator } from "lucide-react";
import { Link } from "react-router";
import { buttonStyles } from "#web/ui/controls/button.tsx";

/** The way from a vehicle to the calculator of its dealership, which starts at its price. */
export function PaymentLink({ href }: { href: string }) {
  return (
    <Link to={href} className={`${buttonStyles({ variant: "link" })} w-fit py-1.5`}>
      <Calculator aria-hidden="true" />
      Calcula tu pago
    </Link>
  );
}

/**
 * The way from a vehicle to the others of its dealership: who comes by a link in a chat has seen
 * nothing else of it.
 */
export function MoreVehiclesLink({ href }: { href: string }) {
  return (
    <Link to={href} className={`${buttonStyles({ variant: "link" })} mt-3 w-full py-1.5`}>
      Ver más vehículos
      <ArrowRight aria-hidden="true" />
    </Link>
  );
}
