// The two ways in: the dispatch API as another program calls it, and the console as a browser does.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

/** Signs in at the dispatch API that belongs to a data directory. */
export async function dispatchClient(dataDir, accName, password) {
  const url = readFileSync(path.join(dataDir, "backend.url"), "utf8").trim();
  const digest = createHash("md5").update(password).digest("hex");
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "session-id": "bench",
    "accept-language": "zh-CN",
  };
  /** The request of a method, for the load generator. */
  const asked = (business, method, payload) => ({
    path: `/${business}/dispatch`,
    method: "POST",
    headers: { ...headers },
    body: new URLSearchParams(
      Object.entries({ method, corpCode: "0001", ...payload })
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
    ).toString(),
  });
  const call = async (business, method, payload = {}) => {
    const { path: to, ...request } = asked(business, method, payload);
    const answer = await (await fetch(url + to, request)).json();
    if (!answer.success) throw new Error(`${method}: ${answer.message} ${JSON.stringify(answer.errors ?? {})}`);
    return answer.data;
  };
  const { tokenInfo } = await call("platform", "login", { accName, password: digest });
  headers["access-token"] = tokenInfo.token;
  return { url, asked, call };
}

/** Signs in at the console, to a tenant where one is named; answers the headers of a signed-in browser. */
export async function consoleHeaders(url, accName, password, corpCode) {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ accName, password, ...(corpCode && { corpCode }) }),
  });
  if (answer.status !== 303) throw new Error(`sign-in of ${accName} answered ${answer.status}`);
  const cookie = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
  return { cookie: cookie.join("; "), "accept-encoding": "br", "accept-language": "zh-CN" };
}
