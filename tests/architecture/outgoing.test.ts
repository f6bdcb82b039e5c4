/** Addresses that an administrator sets are for browsers: the server fetches none of them. */
import { expect, test } from "vitest";
import { importsOf, sources } from "./sources";

/** Who may open a connection outwards, and to where: settings of the operator alone. */
const callers: Record<string, string> = {
  "server/backend/business/open/post.ts":
    "webhooks of access applications: public addresses alone unless WEBHOOK_PRIVATE",
  "server/backend/doctor.ts": "a console's own port, from the command line",
  "server/backend/files/s3-requests.ts": "the object store of the settings",
  "server/backend/kernel/address-rules.ts": "none: it only tells whether an address is within a network",
  "server/backend/kernel/text-message.ts": "the gateway of text messages of the settings",
  "server/backend/running-server.ts": "a console's own port, from the command line",
  "server/console/pay-notice.ts": "the dispatch address of the settings",
  "server/console/stored-files.ts": "the dispatch address of the settings",
  "server/dispatch/client.ts": "the dispatch address of the settings",
  "server/dispatch/transport.ts": "the dispatch address of the settings",
  "server/index.ts": "the dispatch address of the settings",
};

const server = sources.filter(({ path }) => path.startsWith("server/"));
const network = /^(node:)?(https?|http2|net|tls|dgram)$|^undici$/;

test("report or data-source addresses that an administrator sets: these files of the server fetch, and no other", () => {
  const outward = server.filter((source) => {
    const asks = /\bfetch\(|new (WebSocket|EventSource)\(/.test(source.text);
    return asks || importsOf(source).some(({ to, typesOnly }) => network.test(to) && !typesOnly);
  });
  expect(outward.map(({ path }) => path).toSorted()).toEqual(Object.keys(callers).toSorted());
});

test("report or data-source addresses that an administrator sets: no file that fetches knows their fields", () => {
  const fields =
    /outerChain|cloudFunUrl|outer_chain|cloud_fun_url|logoImg|logo_img|personalApp|appAuthUrl|userCenter|onlineConsult|qynkLogin/;
  const known = server.filter(({ path, text }) => path in callers && fields.test(text));
  expect(known.map(({ path }) => path)).toEqual([]);
});
