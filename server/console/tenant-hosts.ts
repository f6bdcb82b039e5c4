/**
 * Host names that head office gave to tenants. The console asks the dispatch API for one that it does not know by itself, so
 * that a name is an origin of this console from the moment it is set, and no other name ever is.
 */
import { randomUUID } from "node:crypto";
import { type TenantOfHost, tenantOfHost } from "~/contract/platform/host";
import { hostOf } from "~/contract/platform/host-name";
import { headOffice } from "~/contract/wire";
import { createDispatchClient, type DispatchSettings } from "../dispatch/client";
import { RateLimit } from "./limits";

/** Milliseconds for which an answer holds: a name that was taken away is refused by then. */
const keptFor = 15_000;
const mostKept = 1_000;
/** Names that nobody had a minute: whoever makes them up must not keep the dispatch API busy. */
const mostUnknown = 120;

interface Known {
  tenant: TenantOfHost | null;
  until: number;
}

export class TenantHosts {
  private readonly known = new Map<string, Known>();
  private readonly unknown = new RateLimit(mostUnknown, 60_000);

  constructor(private readonly dispatch: DispatchSettings) {}

  /** The tenant whose name it is; null: nobody's. */
  async of(hostname: string): Promise<TenantOfHost | null> {
    const host = hostOf(hostname);
    if (!host || host !== hostname) return null;
    const before = this.known.get(host);
    if (before && before.until > Date.now()) return before.tenant;
    if (!before?.tenant && !this.unknown.take("all")) return null;
    const tenant = await this.ask(host).catch(() => undefined);
    // No answer: what was right a moment ago goes on.
    if (tenant === undefined) return before?.tenant ?? null;
    if (this.known.size >= mostKept) this.forgetUnknown();
    this.known.set(host, { tenant, until: Date.now() + keptFor });
    return tenant;
  }

  /** Names that somebody made up must not push out those that tenants have: these would be asked for among them. */
  private forgetUnknown(): void {
    for (const [host, { tenant }] of this.known) if (!tenant) this.known.delete(host);
    if (this.known.size >= mostKept) this.known.clear();
  }

  private ask(host: string): Promise<TenantOfHost | null> {
    const client = createDispatchClient(this.dispatch, {
      ...{ sessionId: randomUUID(), token: null, corpCode: headOffice, locale: "zh-CN", requestId: randomUUID() },
      writes: "none",
    });
    return client.call(tenantOfHost, { host });
  }
}

/** Origins whose pages may post to a tenant's own host: itself alone, and by TLS alone where that is how it is reached. */
export function originsOf({ host }: URL, isTls: boolean): string[] {
  return isTls ? [`https://${host}`] : [`http://${host}`, `https://${host}`];
}
