/** A test page (`/guideFive/sample`): a ticket that nobody has, on the paper that is asked for. Nothing is recorded. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { startUpStanding } from "~/contract/startup/start-up";
import { today } from "~/contract/validators";
import { PrintedTicket } from "~/screens/ticket/printed-ticket";
import { useDocument } from "~/shell/document";
import { loadProduct } from "~/shell/product.server";
import printStyle from "~/styles/print-tickets.css?inline";
import { qrPath } from "~/widgets/qr.server";
import { PrintNow } from "../print-template/print-now";

export const handle = { standalone: true };

const sizes = { receipt80: "80mm 130mm", receipt58: "58mm 110mm", a4: "A4" } as const;
type Paper = keyof typeof sizes;
const isPaper = (text: string): text is Paper => Object.hasOwn(sizes, text);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("paper") ?? "";
  const paper: Paper = isPaper(asked) ? asked : "receipt80";
  const [{ parks, types, printers }, { logo }] = await Promise.all([
    context.dispatch.call(startUpStanding, {}),
    loadProduct(context),
  ]);
  const day = today();
  return {
    paper,
    paperName: printers.find(({ value }) => value === paper)?.label ?? paper,
    ticket: {
      ...{ no: "0000000000000000", name: types[0]?.name ?? m.print_sample_type() },
      ...{ park: parks[0]?.name ?? m.print_sample_park(), slot: "", price: "120.00", off: "", offFor: "" },
      ...{ validFrom: day, validTo: day, admissions: 1, choice: "", concession: "", holder: "", prints: 1 },
      qr: qrPath("SAMPLE"),
    },
    job: {
      ...{ orderNo: "OD00000000000000", corpName: context.user?.corpName ?? "", logo, cash: null },
      ...{ seller: context.user?.name ?? "", soldAt: `${day} 09:30:00`, payments: [m.print_sample_payment()] },
    },
  };
}

export const meta: MetaFunction = () => [{ title: m.startup_print_test() }];

export default function GuideSample() {
  const { paper, paperName, ticket, job } = useLoaderData<typeof loader>();
  const { nonce } = useDocument();
  const page = `@page{size:${sizes[paper]};margin:${paper === "a4" ? "10mm" : "2mm"}}`;
  return (
    <main className={`print-job paper-${paper}`}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, from the build */}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: printStyle + page }} />
      <nav className="print-bar">
        <h1>{m.startup_print_test_of({ paper: paperName })}</h1>
        <span>{m.print_test_hint()}</span>
        <PrintNow />
        <a className="button" href="/guideFive">
          {m.sale_back()}
        </a>
      </nav>
      <PrintedTicket ticket={ticket} job={job} />
    </main>
  );
}
