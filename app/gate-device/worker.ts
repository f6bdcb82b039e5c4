/** The service worker of the phone gate and the till: pages, scripts and styles come from the device. It keeps no answer of the server. */
interface Worker {
  addEventListener(name: string, listen: (event: WorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
  request: Request;
}

/** Of the files below; another one makes the browser fetch them anew. */
declare const buildVersion: string;

const worker = self as unknown as Worker;
const shell = "/gate-device/";
const files = [
  shell,
  ...["page.js", "rules.js", "page.css", "icon.svg", "app.webmanifest"].map((name) => shell + name),
  ...["till/", "till.js", "till.css", "till.webmanifest"].map((name) => shell + name),
];
const cacheName = `gate-device ${buildVersion}`;

worker.addEventListener("install", (event) => event.waitUntil(keepFiles().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && files.includes(pathname)) event.respondWith(fromHere(event.request, pathname));
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Whole or not at all: the page must not meet the rules of another version.
  await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("gate-device ") && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function fromHere(request: Request, pathname: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(pathname)) ?? fetch(request);
}
