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

/** One row: `ids`, `xs` and `ys` packed, a letter a seat for kinds (as the text plan has them) and zones. */
export interface PackedRow {
  name: string;
  ids: string;
  numbers: readonly string[];
  xs: string;
  ys: string;
  kinds: string;
  zones: string;
}
