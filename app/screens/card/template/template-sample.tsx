/** A test print of a card template (`/sysThirdParty/cardTemplateManage/7/sample`): a bare document with sample data. Nothing is recorded. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { BackTo, BareSheet } from "~/screens/print-template/bare-sheet";
import { idIn } from "~/screens/query.server";
import { layoutOfTemplate } from "./load-template.server";
import { sampleValues } from "./sample-values.server";

export const handle = { standalone: true };

export async function loader(args: LoaderFunctionArgs) {
  const { name, layout } = await layoutOfTemplate(args);
  if (!layout) throw new Response(null, { status: 404 });
  return { id: idIn(args.params), name, layout, values: sampleValues() };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: m.print_test_title({ name: data?.name ?? "" }) },
];

export default function TemplateTest() {
  const { name, ...sheet } = useLoaderData<typeof loader>();
  return (
    <BareSheet
      {...sheet}
      title={m.print_test_title({ name })}
      hint={m.card_template_test_hint()}
      label={m.print_preview()}
      back={<BackTo href={`/sysThirdParty/cardTemplateManage/${sheet.id}`} />}
    />
  );
}
