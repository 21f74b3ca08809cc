import { describe, expect, test } from "vitest";
import { createDecodingTurns } from "./decoding-turns.ts";

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A line, the names of the uploads in the order in which they were begun, and what ends the one under way. */
function openLine() {
  const takeTurn = createDecodingTurns({ queue: 20, refuse: () => new Error("too many") });
  const begun: string[] = [];
  let end: () => void = () => undefined;
  const upload = (person: string, folder: string, name: string) =>
    takeTurn({ person, folder }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
  const finish = async (count: number) => {
    for (let done = 0; done < count; done += 1) {
      await settle();
      end();
    }
  };
  return { upload, begun, finish };
}

describe("a dealership's upload", () => {
  test("waits for the neighbour's that is under way, and for none of those that came before it", async () => {
    const { upload, begun, finish } = openLine();
    const team = ["luis", "marta", "eva"].map((person) => upload(person, "valle", person));
    const own = upload("diego", "bahia", "diego");
    await finish(4);
    await Promise.all([...team, own]);
    expect(begun).toEqual(["luis", "diego", "marta", "eva"]);
  });

  test("waits for one of each colleague, however many they have sent", async () => {
    const { upload, begun, finish } = openLine();
    const album = ["1", "2", "3"].map((name) => upload("luis", "valle", name));
    const own = upload("marta", "valle", "marta");
    await finish(4);
    await Promise.all([...album, own]);
    expect(begun).toEqual(["1", "marta", "2", "3"]);
  });
});
