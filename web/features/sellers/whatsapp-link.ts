/** What a visitor's message says about a vehicle (product section 7, External links). */
export function vehicleQuestion(vehicle: {
  brand: string;
  model: string;
  vin: string | null;
}): string {
  const vin = vehicle.vin ? ` (${vehicle.vin})` : "";
  return `Hola, quiero más información sobre el ${vehicle.brand} ${vehicle.model}${vin}.`;
}

/** A wa.me address with the number's digits only, or null when there are none to call. */
export function whatsappLink(number: string | undefined, text: string): string | null {
  const digits = (number ?? "").replaceAll(/\D/g, "");
  return digits === "" ? null : `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}
