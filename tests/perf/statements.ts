/** Listens to the statements of this process: how often each runs, how long it takes, and on demand the plan it has by then. */
import pg from "pg";

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

export interface Statements {
  /** Forgets what it heard so far. */
  clear(): void;
  /** Prints each statement: times a turn, its median in ms with the trip, how it begins, its length. */
  print(turns: number): void;
  /** Prints the plan of the next named statement that contains `part`, as the connection keeps it by then. */
  explainNext(part: string): void;
}

export function listenToStatements(): Statements {
  const times = new Map<string, number[]>();
  let wanted = "";
  const client = pg.Client.prototype as unknown as { query: Query };
  const query = client.query;
  const explained = async (at: pg.Client, name: string, values: unknown[]) => {
    const literals = values.map((value) => {
      if (value === null) return "null";
      const text = Array.isArray(value) ? `{${value.join(",")}}` : String(value);
      return `'${text.replaceAll("'", "''")}'`;
    });
    const said = (statement: string) => query.call(at, statement) as Promise<pg.QueryResult<{ "QUERY PLAN": string }>>;
    // It is run for its plan, and undone.
    await said("savepoint before_plan");
    const answer = await said(`explain (analyze, buffers) execute ${name}(${literals.join(", ")})`);
    await said("rollback to before_plan");
    console.log(answer.rows.map((row) => row["QUERY PLAN"]).join("\n"));
  };
  client.query = function heard(...args) {
    const [asked, values] = args as [string | { text: string; name?: string; values?: unknown[] }, unknown[]?];
    const text = (typeof asked === "string" ? asked : asked.text).replace(/\s+/g, " ");
    if (wanted && typeof asked === "object" && asked.name && text.includes(wanted)) {
      wanted = "";
      return explained(this, asked.name, asked.values ?? values ?? []).then(() => query.apply(this, args));
    }
    const began = performance.now();
    const answer = query.apply(this, args);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((rows) => {
      const key = `${text.slice(0, 110)} … (${text.length})`;
      const taken = times.get(key) ?? [];
      times.set(key, taken);
      taken.push(performance.now() - began);
      return rows;
    });
  };
  return {
    clear: () => times.clear(),
    print(turns) {
      for (const [text, taken] of times) {
        const median = taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0;
        console.log(`${(taken.length / turns).toFixed(2)} × ${median.toFixed(3)} ms  ${text}`);
      }
    },
    explainNext: (part) => {
      wanted = part;
    },
  };
}

/** Runs it so many times, and tells what one took: of the clock, and of this process's processor. */
export async function measureTurns(name: string, turns: number, turn: (n: number) => Promise<void>): Promise<void> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (let n = 0; n < turns; n += 1) await turn(n);
  const { user, system } = process.cpuUsage(cpu);
  const each = (value: number) => (value / turns).toFixed(2);
  console.log(`${name}: ${each(performance.now() - began)} ms, of the processor ${each((user + system) / 1_000)}`);
}
