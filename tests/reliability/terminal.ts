/** A terminal for programs that want one: `script` of util-linux gives it, keys go in, and its screen is read as a person reads it. */
import { spawn, spawnSync } from "node:child_process";
import { until } from "./nodes";

export interface Terminal {
  /** Keys as the terminal sends them: "\r" is Enter, "\t" is Tab, "\x1b[B" is the arrow down. */
  press(keys: string): void;
  /** What stands on the screen, line by line. */
  screen(): string;
  /** Waits until the screen shows it; answers the screen. */
  shows(words: string | RegExp): Promise<string>;
  close(): void;
}

/** Why no terminal can be had here; "" where it can. */
export const noTerminal = () =>
  spawnSync("script", ["--version"]).error ? "script of util-linux is not installed" : "";

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

export function openTerminal(command: string[], environment: Record<string, string>, size: Size): Terminal {
  const line = `stty rows ${size.rows} cols ${size.columns}; exec ${command.map(quoted).join(" ")}`;
  const child = spawn("script", ["-qfec", line, "/dev/null"], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, ...environment, TERM: "vt100", LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
  });
  const shown = new Screen(size);
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => shown.write(text));
  return {
    press: (keys) => child.stdin.write(keys),
    screen: () => shown.text(),
    async shows(words) {
      await until(
        () => (typeof words === "string" ? shown.text().includes(words) : words.test(shown.text())),
        () => `${words} on the screen:\n${shown.text()}`,
        20_000,
      );
      return shown.text();
    },
    close: () => child.kill("SIGKILL"),
  };
}

interface Size {
  rows: number;
  columns: number;
}

/** Two cells wide: Chinese, and the forms that go with it. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;
const [esc, bell] = ["\x1b", "\x07"];
const sequence = new RegExp(`^${esc}(?:\\[([?>]?)([\\d;]*)([@-~])|[()][\\dAB]|[=>78DEHM]|\\][^${bell}]*${bell})`);

/** As much of a VT100 as curses asks of one. */
class Screen {
  private cells: string[][];
  private row = 0;
  private column = 0;
  private top = 0;
  private bottom: number;
  /** An escape sequence whose end has not come yet. */
  private rest = "";

  constructor(private readonly size: Size) {
    this.cells = Array.from({ length: size.rows }, () => this.blank());
    this.bottom = size.rows - 1;
  }

  text(): string {
    return this.cells.map((line) => line.join("").trimEnd()).join("\n");
  }

  write(text: string): void {
    let left = this.rest + text;
    this.rest = "";
    while (left !== "") {
      if (left[0] !== esc) {
        const character = String.fromCodePoint(left.codePointAt(0) ?? 32);
        this.put(character);
        left = left.slice(character.length);
        continue;
      }
      const found = sequence.exec(left);
      if (!found) {
        if (left.length < 32) this.rest = left;
        else left = left.slice(1);
        if (this.rest !== "") return;
        continue;
      }
      this.obey(found[0], found[1] ?? "", found[2] ?? "", found[3] ?? "");
      left = left.slice(found[0].length);
    }
  }

  private blank = () => Array.from({ length: this.size.columns }, () => " ");

  private put(character: string): void {
    if (character === "\r") this.column = 0;
    else if (character === "\n") this.down();
    else if (character === "\b") this.column = Math.max(0, this.column - 1);
    else if (character === "\t") this.column = Math.min(this.size.columns - 1, (Math.floor(this.column / 8) + 1) * 8);
    else if (character >= " ") this.print(character);
  }

  private print(character: string): void {
    const width = wide.test(character) ? 2 : 1;
    if (this.column + width > this.size.columns) {
      this.column = 0;
      this.down();
    }
    const line = this.cells[this.row];
    if (!line) return;
    // Half of a wide one that is written over is a blank.
    if (line[this.column] === "") line[this.column - 1] = " ";
    line[this.column] = character;
    if (width === 2) line[this.column + 1] = "";
    this.column += width;
    if (line[this.column] === "") line[this.column] = " ";
  }

  private down(): void {
    if (this.row === this.bottom) this.scroll(1);
    else this.row = Math.min(this.size.rows - 1, this.row + 1);
  }

  private scroll(by: 1 | -1): void {
    this.cells.splice(by === 1 ? this.top : this.bottom, 1);
    this.cells.splice(by === 1 ? this.bottom : this.top, 0, this.blank());
  }

  private obey(whole: string, mark: string, given: string, letter: string): void {
    if (letter === "") {
      if (whole === `${esc}M`) {
        if (this.row === this.top) this.scroll(-1);
        else this.row = Math.max(0, this.row - 1);
      } else if (whole === `${esc}D`) this.down();
      return;
    }
    if (mark !== "") return;
    const numbers = given.split(";").map(Number);
    const by = Math.max(1, numbers[0] ?? 1);
    const { rows, columns } = this.size;
    const within = (value: number, length: number) => Math.min(length - 1, Math.max(0, value));
    if (letter === "A") this.row = within(this.row - by, rows);
    else if (letter === "B") this.row = within(this.row + by, rows);
    else if (letter === "C") this.column = within(this.column + by, columns);
    else if (letter === "D") this.column = within(this.column - by, columns);
    else if (letter === "H" || letter === "f") {
      this.row = within((numbers[0] || 1) - 1, rows);
      this.column = within((numbers[1] || 1) - 1, columns);
    } else if (letter === "K") this.clearLine(numbers[0] ?? 0);
    else if (letter === "J") this.clearScreen(numbers[0] ?? 0);
    else if (letter === "r") {
      this.top = within((numbers[0] || 1) - 1, rows);
      this.bottom = within((numbers[1] || rows) - 1, rows);
      this.row = 0;
      this.column = 0;
    }
  }

  /** 0: from the cursor on; 1: up to it; 2: all of it. */
  private clearLine(part: number): void {
    const line = this.cells[this.row];
    if (!line) return;
    line.fill(" ", part === 0 ? this.column : 0, part === 1 ? this.column + 1 : this.size.columns);
  }

  private clearScreen(part: number): void {
    this.clearLine(part);
    const [from, to] = [part === 0 ? this.row + 1 : 0, part === 1 ? this.row : this.size.rows];
    for (let row = from; row < to; row += 1) this.cells[row] = this.blank();
  }
}
