import { afterEach, describe, expect, it, vi } from "vitest";
import { currentToast, dismissToast, subscribeToToast, toast } from "./toast.ts";

afterEach(() => dismissToast());

describe("notices", () => {
  it("a second notice replaces the first", () => {
    toast({ title: "Primero" });
    toast({ title: "Segundo", variant: "destructive" });
    expect(currentToast()).toMatchObject({ title: "Segundo", variant: "destructive" });
  });

  it("a late dismissal of the first notice leaves the second one shown", () => {
    toast({ title: "Primero" });
    const first = currentToast();
    toast({ title: "Segundo" });
    dismissToast(first?.id);
    expect(currentToast()?.title).toBe("Segundo");
  });

  it("a listener hears of show and dismissal until it unsubscribes", () => {
    const listener = vi.fn();
    const unsubscribe = subscribeToToast(listener);
    toast({ title: "Hola" });
    dismissToast();
    unsubscribe();
    toast({ title: "Otra vez" });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
