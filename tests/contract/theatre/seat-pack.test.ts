/** Many seats in few characters, and the same again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  packLetters,
  packNames,
  packNumbers,
  unpackLetters,
  unpackNames,
  unpackNumbers,
} from "~/contract/theatre/seat-pack";
import { modelOf, seatAfter, seatAt, statesOf } from "~/screens/theatre/seat-map-model";

test("numbers come out as they went in, whatever they are; a run of one step is short", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000_000 })), (numbers) => {
      expect(unpackNumbers(packNumbers(numbers))).toEqual(numbers);
    }),
  );
  expect(packNumbers([7, 8, 9, 10, 11])).toBe("7 1*4");
  expect(packNumbers(Array.from({ length: 200 }, (_, at) => at * 100))).toBe("0 100*199");
  expect(packNumbers([])).toBe("");
});

test("what stands on seats comes out to the letter, and so do kinds and zones", () => {
  const name = fc.oneof(fc.integer({ min: 0, max: 3_000 }).map(String), fc.string({ maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(name), fc.stringMatching(/^[A-Z]*$/), (names, letters) => {
      expect(unpackNames(packNames(names))).toEqual(names);
      expect(unpackLetters(packLetters(letters))).toBe(letters);
    }),
  );
  expect([packNames(["5", "3", "1", "2", "4"]), packNames(["01", "2"])]).toEqual(["5 -2*2 1 2", '=["01","2"]']);
  expect(packLetters("ooow")).toBe("3o 1w");
});

const row = (name: string, from: number, y: number) => ({
  ...{
    name,
    ids: `${from} 1*2`,
    numbers: "1 1*2",
    xs: "100 100*2",
    ys: `${y} 0*2`,
    kinds: "1o 1x 1w",
    zones: "2A 1B",
  },
});

test("the map has each seat at its place, with its state, and keys lead from one to the next", () => {
  const model = modelOf([row("1", 11, 100), row("2", 21, 200)]);
  expect([model.width, model.height, model.seats.length]).toEqual([3, 2, 6]);
  expect(model.seats[4]).toEqual({
    id: 22,
    row: "2",
    rowAt: 1,
    number: "2",
    kind: "blocked",
    zone: "A",
    partner: null,
    x: 1,
    y: 1,
  });
  expect(statesOf(model, [{ state: "sold", seats: "11 10" }])).toEqual([
    "sold",
    "blocked",
    "free",
    "sold",
    "blocked",
    "free",
  ]);
  expect(["ArrowRight", "ArrowLeft", "ArrowDown", "End", "ArrowUp"].map((key) => seatAfter(model, 1, key))).toEqual([
    2, 0, 4, 2, 1,
  ]);
  expect([seatAt(model, 2.5, 1.5), seatAt(model, 9, 9)]).toEqual([5, undefined]);
});
