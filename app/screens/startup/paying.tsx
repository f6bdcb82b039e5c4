/** The fifth step (`/guideFive`): what windows take, and what they print on. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { startUpPaying } from "~/contract/startup/start-up";
import { Field } from "~/form/field";
import { TickBoxes } from "~/form/tick-boxes";
import { Link } from "~/widgets/link";
import { loadGuide, readPost, refuse, saveStep } from "./guide.server";
import { GuideButtons, GuideFrame } from "./guide-frame";

export const meta: MetaFunction = () => [{ title: m.startup_paying_title() }];

/** What a usual window takes. */
const usual = ["cash", "wechat", "alipay"];

export async function loader({ context }: LoaderFunctionArgs) {
  const { standing, head, key } = await loadGuide(context, "paying");
  const { payTypes, paying, printers, windows } = standing;
  return {
    ...{ head, key, payTypes, printers },
    taken: paying ?? usual,
    printer: windows[0]?.printer ?? printers[0]?.value ?? "",
    mayDesign: context.mayOpen("/ticketConfig/printTemplate"),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { typed, left } = await readPost(request, context, "paying");
  if (left) return left;
  const types = Object.keys(typed).flatMap((name) => (name.startsWith("type.") ? [name.slice(5)] : []));
  if (types.length === 0) return refuse(typed, { types: [m.startup_paying_types_none()] });
  return saveStep(
    context,
    typed,
    (idempotencyKey) => context.dispatch.call(startUpPaying, { idempotencyKey, types, printer: typed.printer ?? "" }),
    () => redirect("/guideFinally", 303),
    (path) => path.replace(/^types\..*/, "types"),
  );
}

export default function GuidePaying() {
  const { head, key, payTypes, taken, printers, printer, mayDesign } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const again = answered && "typed" in answered ? answered : undefined;
  const { typed, errors = {} } = again ?? {};
  return (
    <GuideFrame head={head} title={m.startup_paying_title()} answered={again}>
      <section className="panel">
        <Form method="post" noValidate className="form-narrow">
          <input type="hidden" name="idempotencyKey" value={again?.key ?? key} />
          <TickBoxes
            label={m.startup_paying_types()}
            options={payTypes}
            nameOf={(value) => `type.${value}`}
            isTicked={(value) => (typed ? `type.${value}` in typed : taken.includes(value))}
            error={errors.types?.[0]}
            required
          />
          <Field
            name="printer"
            label={m.startup_paying_printer()}
            help={m.startup_paying_printer_help()}
            errors={errors.printer}
          >
            <select className="input" defaultValue={typed?.printer ?? printer}>
              {printers.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <GuideButtons head={head} save={m.startup_save_next()} autoFocus />
        </Form>
      </section>
      <section className="panel" aria-labelledby="guide-test-print">
        <h2 id="guide-test-print">{m.startup_print_test()}</h2>
        <p className="toolbar">
          {printers.map(({ value, label }) => (
            <a key={value} className="button" href={`/guideFive/sample?paper=${value}`}>
              {m.startup_print_test_of({ paper: label })}
            </a>
          ))}
          {mayDesign && (
            <Link className="button" to="/ticketConfig/printTemplate">
              {m.fun_print_template()}
            </Link>
          )}
        </p>
      </section>
    </GuideFrame>
  );
}
