// npm run dev: Vite serves the app with hot reload; our server is rebuilt and started anew when its sources change.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";
import { buildGateDevice, buildMessages, buildServer } from "./build.mjs";

/** One process for Vite and the console, with the backend in its worker as always. */
export async function develop(root) {
  let child;
  let timer;
  const start = async () => {
    await buildMessages();
    await buildServer({ outdir: ".cache/dev" });
    await buildGateDevice(".cache/dev/client/gate-device");
    child = spawn(process.execPath, [path.join(root, "server/dev-console.mjs")], { cwd: root, stdio: "inherit" });
  };
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      console.log("The server's sources changed: starting anew…");
      const old = child;
      await new Promise((resolve) => {
        old.once("exit", resolve);
        old.kill("SIGTERM");
      });
      await start().catch((error) => console.error(error.message));
    }, 200);
  };
  await start();
  for (const folder of ["server", "app/contract", "app/gate-device", "app/i18n/messages"]) {
    watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      if (name && /\.(ts|json|sql)$/.test(name)) restart();
    });
  }
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      child?.once("exit", () => process.exit(0));
      child?.kill("SIGTERM");
    });
  }
  await new Promise(() => {});
}
