/** A stay on paper (`/parking/recordList/7/receipt`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { parkingReceipt } from "~/contract/parking/desk";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { Fact } from "../card/card-steps";
import { idIn } from "../query.server";
import "./parking.css";

export const handle = { menu: "/parking/recordList" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const receipt = await context.dispatch.call(parkingReceipt, { id: idIn(params) });
  return { ...receipt, title: m.parking_receipt_of({ plate: receipt.plate }) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

const amount = (fen: number) => (fen === 0 ? "" : `¥${formatYuan(fen)}`);

export default function Receipt() {
  const { title, number, park, lot, plate, vehicleName, enteredAt, leftAt, duration, ...rest } =
    useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to="/parking/desk">
            {m.parking_desk()}
          </Link>
        </div>
      </header>
      <section className="panel parking-receipt">
        <h2>
          {park} {lot}
        </h2>
        <dl className="facts">
          <Fact label={m.parking_record_no()} value={number} />
          <Fact label={m.parking_plate()} value={plate} />
          <Fact label={m.parking_vehicle()} value={vehicleName} />
          <Fact label={m.parking_entered()} value={enteredAt} />
          <Fact label={m.parking_left()} value={leftAt || m.parking_inside_now()} />
          <Fact label={m.parking_duration()} value={duration} />
          <Fact label={m.parking_pass()} value={rest.pass} />
          <Fact label={m.parking_fee()} value={`¥${formatYuan(rest.fee)}`} />
          <Fact label={m.parking_waived()} value={amount(rest.waived)} />
          <Fact label={m.parking_paid()} value={amount(rest.paid)} />
          <Fact label={m.parking_refunded()} value={amount(rest.refunded)} />
          <Fact label={m.parking_phone()} value={rest.phone} />
        </dl>
        <ul className="parking-says">
          {rest.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {rest.payments.length > 0 && <h2>{m.parking_receipt_payments()}</h2>}
        <ul className="parking-says">
          {rest.payments.map(({ at, kind, paymentType, amount: fen, by }) => (
            <li key={`${at}-${kind}-${paymentType}-${fen}`}>
              {[at, kind, paymentType, `¥${formatYuan(fen)}`, by].filter(Boolean).join(" · ")}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
