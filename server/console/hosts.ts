/**
 * The names that this console answers to. A name that nobody gave it is one by which a foreign page makes a browser take
 * this console for its own (DNS rebinding): the origin of its posts would then look right.
 */
import { networkInterfaces } from "node:os";

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const everywhere = ["0.0.0.0", "::", ""];

/** Whether an address to listen on is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return loopback.test(bracketed(host.toLowerCase()));
}

/** `listensOn`: HOST. Named: the hosts of PUBLIC_ORIGINS, beside loopback names and the addresses listened on. */
export class Hosts {
  private readonly named: ReadonlySet<string>;

  constructor(
    publicOrigins: readonly string[],
    private readonly listensOn: string,
  ) {
    this.named = new Set(publicOrigins.map((origin) => new URL(origin).hostname));
  }

  knows({ hostname }: URL): boolean {
    return this.named.has(hostname) || isLoopback(hostname) || this.ownAddresses().includes(hostname);
  }

  /** Asked anew each time: a machine gets and loses addresses. Hardly ever: named hosts come first. */
  private ownAddresses(): string[] {
    if (!everywhere.includes(this.listensOn)) return [bracketed(this.listensOn.toLowerCase())];
    return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => bracketed(address)));
  }
}

/** As a URL writes it. */
function bracketed(address: string): string {
  return address.includes(":") && !address.startsWith("[") ? `[${address.split("%")[0]}]` : address;
}

/** For whoever runs the console: what is wrong, and the setting that mends it. */
export function unknownHost({ hostname, protocol, host }: URL): string {
  const example = `PUBLIC_ORIGINS=${protocol}//${host}`;
  return `This console is not known as ${hostname}. If that is its name, set ${example} and start it again. 此控制台未登记域名 ${hostname}，请在启动参数中设置 ${example} 后重新启动。`;
}
