// Starts the built product as a user would, on a free port, and waits until it answers.
import { spawn } from "node:child_process";

const readyWithin = 180_000;

/**
 * @param {{ dataDir: string, demo?: boolean, environment?: Record<string, string> }} options
 */
export async function startConsole({ dataDir, demo = false, environment = {} }) {
  const child = spawn(process.execPath, ["server/start.mjs", ...(demo ? ["--demo"] : [])], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "warn", DATA_DIR: dataDir, ...environment },
  });
  let said = "";
  const listen = (/** @type {Buffer} */ chunk) => {
    said += chunk;
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const url = await waitFor(
    () => /The console runs at (http\S+) .*\n/.exec(said)?.[1],
    child,
    () => said,
  );
  return {
    url,
    pid: child.pid ?? 0,
    /** The demonstration's accounts; all of them once it has stopped, or a moment after it answers. */
    get accounts() {
      return [...said.matchAll(/^ {2}(\S+) +(\S+) +(\S+)$/gm)].map(([, role = "", accName = "", password = ""]) => ({
        role,
        accName,
        password,
      }));
    },
    /** Everything that was printed so far. */
    printed: () => said,
    /** Asks it to close, and waits until it has. */
    async stop(/** @type {NodeJS.Signals} */ signal = "SIGTERM") {
      child.kill(signal);
      const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
      await exited;
      clearTimeout(late);
    },
  };
}

/**
 * @param {() => string | undefined} look
 * @param {import("node:child_process").ChildProcess} child
 * @param {() => string} said
 */
function waitFor(look, child, said) {
  return /** @type {Promise<string>} */ (
    new Promise((resolve, reject) => {
      const give = (/** @type {string} */ why) => {
        child.kill("SIGKILL");
        reject(new Error(`The console did not start: ${why}\n${said()}`));
      };
      const late = setTimeout(() => give(`nothing within ${readyWithin} ms`), readyWithin);
      const check = () => {
        const found = look();
        if (!found) return;
        clearTimeout(late);
        resolve(found);
      };
      child.stdout?.on("data", check);
      child.once("exit", (code, signal) => {
        clearTimeout(late);
        give(`it ended with ${signal ?? `code ${code}`}`);
      });
    })
  );
}
