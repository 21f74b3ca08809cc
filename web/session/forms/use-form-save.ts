import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/**
 * Wraps a form's save. Without a connection it waits for one, and a notice says so
 * (session-layout.tsx); leaving the form cancels it.
 */
export function useFormSave<Input>(
  save: (input: Input) => Promise<void>,
): (input: Input) => Promise<void> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const { mutateAsync } = useMutation({
    networkMode: "online",
    mutationFn: async (input: Input) => {
      if (!isLeft.current) await save(input);
    },
  });
  return (input) => mutateAsync(input);
}
