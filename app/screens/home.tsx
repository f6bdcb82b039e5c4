/** The workbench (/index): a greeting, and the way to what one may do. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { type Message, m } from "~/contract/messages";
import { Icon } from "~/shell/icon";
import { loadProduct } from "~/shell/product.server";

/** What most people come for, in order of use; each shows to who holds the function. */
const entries: Record<string, [icon: string, text: Message]> = {
  buyTktList: ["sell", m.home_sell],
  tktChevkPage: ["scan", m.home_check],
  buyTktLog: ["log", m.home_log],
  networkOrderList: ["orders", m.home_network_orders],
  offlineOrderList: ["orders", m.home_offline_orders],
  refundList: ["refund", m.home_refunds],
  ticketList: ["ticket", m.home_types],
  pricePolicyList: ["price", m.home_policies],
  quotaList: ["quota", m.home_quota],
  tktParkGate: ["gate", m.home_gates],
};

export async function loader({ context }: LoaderFunctionArgs) {
  const { name: system } = await loadProduct(context);
  const granted = new Map(context.user?.sysFunctionsSet.map((node) => [node.funCode, node]));
  const quick = Object.entries(entries).flatMap(([code, [icon, text]]) => {
    const node = granted.get(code);
    return node ? [{ name: node.funName, url: node.funUrl, icon, text: text() }] : [];
  });
  return { greeting: m.greeting({ name: context.user?.name ?? "", system }), quick };
}

export const meta: MetaFunction<typeof loader> = () => [{ title: m.home_title() }];

export default function Home() {
  const { greeting, quick } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{greeting}</h1>
      {quick.length === 0 && <p className="empty">{m.home_none()}</p>}
      {quick.length > 0 && (
        <nav aria-labelledby="quick">
          <h2 id="quick">{m.home_quick()}</h2>
          <ul className="tiles">
            {quick.map((entry) => (
              <li key={entry.url}>
                <Link to={entry.url} discover="none" className="tile">
                  <Icon name={entry.icon} />
                  <span>
                    <strong>{entry.name}</strong>
                    <span className="dim">{entry.text}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
