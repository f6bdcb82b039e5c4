/** Whether a write comes from another site. Neither header means a tester's tool, which has no cookies of anybody's. */
export function isForeign(request: Request, url: URL, publicOrigins: string[]): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (origin !== null) {
    const own = publicOrigins.length > 0 ? publicOrigins : [`http://${url.host}`, `https://${url.host}`];
    if (!own.includes(origin)) return true;
  }
  return site !== null && site !== "same-origin" && site !== "none";
}
