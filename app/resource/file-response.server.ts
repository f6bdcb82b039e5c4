/** A file of the dispatch API on its way to the browser: of its headers those that are ours to say. */
const passed = ["content-type", "content-disposition", "content-length"];

export function fileResponse(file: Response): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  for (const name of passed) {
    const value = file.headers.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(file.body, { headers });
}
