import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Test files of one worker share modules; others must not see this one's.
beforeEach(() => {
  vi.resetModules();
  vi.doMock("#web/ui/states/toast.ts");
});
afterEach(() => {
  vi.doUnmock("#web/ui/states/toast.ts");
  vi.resetModules();
});

test("a dealer who shares nothing is asked to choose a vehicle and stays on the page", async () => {
  const { toast } = await import("#web/ui/states/toast.ts");
  const { shareVehicles } = await import("./inventory.tsx");
  expect(await shareVehicles([], null)).toBeNull();
  expect(toast).toHaveBeenCalledWith({
    title: "Nada seleccionado",
    description: "Por favor, selecciona al menos un vehículo para compartir.",
    variant: "destructive",
  });
});
