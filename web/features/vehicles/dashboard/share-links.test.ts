import { expect, test, vi } from "vitest";
import { toast } from "#web/ui/states/toast.ts";
import { shareVehicles } from "./inventory.tsx";

vi.mock("#web/ui/states/toast.ts");

test("a dealer who shares nothing is told to choose a vehicle, and led nowhere (product section 5)", async () => {
  expect(await shareVehicles([], null)).toBeNull();
  expect(toast).toHaveBeenCalledWith({
    title: "Nada seleccionado",
    description: "Por favor, selecciona al menos un vehículo para compartir.",
    variant: "destructive",
  });
});
