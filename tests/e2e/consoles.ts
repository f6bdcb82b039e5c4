/** The consoles of the journeys: one process of the built product serves them all, each on a database of its own. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const opened = z.object({
  url: z.string(),
  accounts: z.array(z.object({ role: z.string(), accName: z.string(), password: z.string() })),
});

interface Wanted {
  dataDir: string;
  demo?: boolean;
  /** Settings as in server/config.ts. */
  environment?: Record<string, string>;
}

/** Starts the process; `control` is where it is asked for consoles. */
export async function serveConsoles(): Promise<{ control: string; stop: () => Promise<void> }> {
  const child = fork(fileURLToPath(new URL("./serve-consoles.mjs", import.meta.url)), {
    execArgv: [],
    env: { ...process.env, NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "warn" },
  });
  const exited = once(child, "exit");
  const control = await Promise.race([
    once(child, "message").then(([address]) => String(address)),
    exited.then(([code]) => Promise.reject(new Error(`the consoles' process ended with code ${code}`))),
  ]);
  // It goes with us: it must not hold us up where something else fails.
  child.unref();
  child.channel?.unref();
  return {
    control,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}

export async function openConsole(control: string, { dataDir, demo = false, environment = {} }: Wanted) {
  const { url, accounts } = opened.parse(
    await ask(control, "open", { demo, environment: { DATA_DIR: dataDir, ...environment } }),
  );
  return { url, accounts, close: () => ask(control, "close", { url }) };
}

async function ask(control: string, what: "open" | "close", body: unknown): Promise<unknown> {
  const response = await fetch(new URL(what, control), { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
