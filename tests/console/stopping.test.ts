/** How a console stops to listen: what is under way is answered, what has said nothing holds it up for a second. */
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { connectionsOf, drained } from "~server/stopping";

const opened: Socket[] = [];
let server: Server | undefined;
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  server?.closeAllConnections();
});

/** Answers when it is told to. */
async function slowServer() {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    server = createServer((_, response) => {
      answer = () => response.end("done");
      resolve();
    });
  });
  const made = server as Server;
  const connections = connectionsOf(made);
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  const open = async () => {
    const socket = connect((made.address() as AddressInfo).port, "127.0.0.1");
    opened.push(socket);
    await new Promise((resolve) => socket.once("connect", resolve));
    return socket;
  };
  return { server: made, connections, open, asked, answer: () => answer() };
}

test("a connection that a browser opened and says nothing on does not hold it up", async () => {
  const { server: made, connections, open } = await slowServer();
  const silent = await open();
  const cut = new Promise((resolve) => silent.once("close", resolve));
  await expect.poll(() => connections.size).toBe(1);
  await drained(made, connections);
  await cut;
  await expect.poll(() => connections.size).toBe(0);
}, 20_000);

test("what is under way is answered however long it takes, and one that begins in that second as well", async () => {
  const { server: made, connections, open, asked, answer } = await slowServer();
  const late = await open();
  await expect.poll(() => connections.size).toBe(1);
  const ended = drained(made, connections);
  late.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n");
  await asked;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(connections.size).toBe(1);
  const said = new Promise<string>((resolve) => late.once("data", (bytes) => resolve(String(bytes))));
  answer();
  expect(await said).toMatch(/^HTTP\/1\.1 200/);
  await ended;
}, 20_000);
