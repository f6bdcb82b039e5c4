/** A card on paper (`/seasonCard/seasonCardList/7/slip`): whose it is, its rules, and what was done and paid. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cardCounter } from "~/contract/card/counter";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { idIn } from "../query.server";
import { Fact } from "./card-steps";
import { CardHistory, CardRules } from "./card-told";
import "./counter.css";

export const handle = { menu: "/seasonCard/seasonCardList" };
export const meta: MetaFunction = () => [{ title: m.card_slip() }];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { card } = await context.dispatch.call(cardCounter, { cardId: idIn(params) });
  if (!card) throw new Response(null, { status: 404 });
  return card;
}

export default function CardSlip() {
  const card = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {m.card_slip()} {card.number}
        </h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to={`/seasonCard/seasonCardList/counter?card=${card.id}`}>
            {m.card_counter()}
          </Link>
        </div>
      </header>
      <section className="panel">
        <dl className="facts">
          <Fact label={m.card_type_title()} value={card.typeName} />
          <Fact label={m.status()} value={card.stateName} />
          {card.holders.map(({ name, identity }, place) => (
            <Fact
              key={`${name}-${identity}`}
              label={card.holders.length > 1 ? m.card_holder_n({ n: place + 1 }) : m.card_holder()}
              value={[name, identity].filter(Boolean).join(" · ")}
            />
          ))}
          <Fact label={m.sale_valid()} value={[card.validFrom, card.validTo].filter(Boolean).join(" ~ ")} />
          <Fact label={m.card_deposit_held()} value={card.deposit > 0 ? `¥${formatYuan(card.deposit)}` : ""} />
        </dl>
        <h2>{m.card_rules()}</h2>
        <CardRules sentences={card.sentences} />
        <h2>{m.card_slip_history()}</h2>
        <CardHistory history={card.history} />
        <p>{m.card_slip_sign()}: ______________</p>
      </section>
    </div>
  );
}
