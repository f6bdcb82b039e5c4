/** Many seats in few characters: columns a row, numbers as their steps, runs of one step counted. Pure. */

/** Steps from one number to the next, the first from nothing: `7 1*4` is 7 8 9 10 11. */
export function packNumbers(numbers: readonly number[]): string {
  const steps: string[] = [];
  let [step, run, before] = [0, 0, 0];
  const close = () => {
    if (run > 0) steps.push(run === 1 ? String(step) : `${step}*${run}`);
  };
  for (const number of numbers) {
    const next = number - before;
    if (run > 0 && next === step) run += 1;
    else {
      close();
      [step, run] = [next, 1];
    }
    before = number;
  }
  close();
  return steps.join(" ");
}

export function unpackNumbers(packed: string): number[] {
  const numbers: number[] = [];
  let last = 0;
  for (const part of packed === "" ? [] : packed.split(" ")) {
    const [step = 0, run = 1] = part.split("*").map(Number);
    for (let n = 0; n < run; n += 1) {
      last += step;
      numbers.push(last);
    }
  }
  return numbers;
}

const counts = /^(0|[1-9]\d{0,8})$/;

/** What stands on the seats of a row: as numbers where all are, else word for word. */
export const packNames = (names: readonly string[]): string =>
  names.every((name) => counts.test(name)) ? packNumbers(names.map(Number)) : `=${JSON.stringify(names)}`;

export function unpackNames(packed: string): string[] {
  return packed.startsWith("=") ? JSON.parse(packed.slice(1)) : unpackNumbers(packed).map(String);
}

/** A letter a seat, runs of one letter counted: `ooow` is `3o 1w`. */
export const packLetters = (letters: string): string =>
  (letters.match(/(.)\1*/gu) ?? []).map((run) => `${run.length}${run.charAt(0)}`).join(" ");

export const unpackLetters = (packed: string): string =>
  packed === ""
    ? ""
    : packed
        .split(" ")
        .map((run) => run.slice(-1).repeat(Number.parseInt(run, 10)))
        .join("");

/**
 * One row, each of its fields packed; kinds by the letters of the text plan, but that `c` is the left half of a pair of couple
 * seats, `d` the right one that follows it, and `b` a couple seat without a partner.
 */
export interface PackedRow {
  name: string;
  ids: string;
  numbers: string;
  xs: string;
  ys: string;
  kinds: string;
  zones: string;
}
