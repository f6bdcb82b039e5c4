// One process of the built product for all journeys: opens a console on a directory of data, and closes it, when asked.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { buildAll } from "../../server/build.mjs";

const buildDirectory = fileURLToPath(new URL("../../build", import.meta.url));
await buildAll();
const { open } = await import("../../build/console.js");

/** By address. */
const opened = new Map();

const asks = {
  async open({ demo, environment }) {
    const running = await open({ ...process.env, ...environment }, { demo, buildDirectory });
    opened.set(running.url, running);
    return { url: running.url, accounts: running.backend.accounts };
  },
  async close({ url }) {
    await opened.get(url).close();
    opened.delete(url);
    return {};
  },
};

const control = createServer((request, response) => {
  // An idle connection would be closed just as the next file takes it up.
  response.setHeader("connection", "close");
  const answer = async () => asks[request.url.slice(1)](JSON.parse(await text(request)));
  answer().then(
    (said) => response.end(JSON.stringify(said)),
    (error) => response.writeHead(500).end(error.stack),
  );
});
control.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${control.address().port}`));
// Whoever asked is gone.
process.once("disconnect", () => process.exit());
