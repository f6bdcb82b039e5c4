/** A system parameter set (`/system/paramList/7/edit`): the engine's form, its one input by the kind of the parameter. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { m } from "~/contract/messages";
import { definitionOf, type ParameterInput } from "~/contract/parameter-declaration";
import { systemParameter } from "~/contract/platform/parameter-settings";
import { keptValue, parameterWords, typedValue } from "~/contract/platform/parameter-words";
import ResourceForm from "~/resource/form";
import { type FormView, type InputView, loadForm, saveForm } from "~/resource/load-form.server";
import { idIn } from "~/screens/query.server";
import { isOwn } from "./parameter-commands.server";

export const handle = { menu: "/system/paramList" };

async function parameterOf({ params, context }: LoaderFunctionArgs) {
  const { record } = await context.dispatch.call(systemParameter.methods.get, { id: idIn(params) });
  const definition = definitionOf(record?.paramCode);
  if (!record || !definition) throw new Response(null, { status: 404 });
  return { record, definition };
}

type Parameter = Awaited<ReturnType<typeof parameterOf>>;

export async function loader(args: LoaderFunctionArgs) {
  const parameter = await parameterOf(args);
  if (!isOwn(args.context, parameter.record)) throw redirect(`${systemParameter.path}/${parameter.record.id}`);
  return fitted(await loadForm(args), parameter);
}

/** What is remembered of parameters is asked anew once one is another. */
export async function action(args: ActionFunctionArgs) {
  const parameter = await parameterOf(args);
  const { input } = parameter.definition;
  const answer = await saveForm(args, (form) =>
    form.set("paramOption", keptValue(input, String(form.get("paramOption") ?? ""))),
  );
  if (!(answer instanceof Response)) return data(fitted(answer.data, parameter), answer.init ?? {});
  args.context.forgetParameters();
  return answer;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default ResourceForm;

function fitted(view: FormView, { record, definition }: Parameter): FormView {
  const byDefault = m.system_default_is({ value: parameterWords(record.byDefault, record) });
  const help = [definition.help?.(), byDefault].filter(Boolean).join(" ");
  const inputs = view.inputs.map(
    (one): InputView => ({
      ...one,
      ...inputOf(definition.input),
      value: typedValue(definition.input, one.value),
      help,
    }),
  );
  return { ...view, title: m.system_edit_of({ label: String(record.name) }), inputs };
}

function inputOf(input: ParameterInput): Partial<InputView> {
  switch (input.kind) {
    case "flag":
      return {
        required: true,
        options: [
          { value: "T", label: m.engine_yes() },
          { value: "F", label: m.engine_no() },
        ],
      };
    case "choice":
      return { required: true, options: input.options.map(([value, label]) => ({ value, label: label() })) };
    case "number":
      return { required: true, html: { type: "number", min: String(input.min), max: String(input.max), step: 1 } };
    case "money":
      return { required: true, html: { inputMode: "decimal", maxLength: 14 } };
    case "phone":
      return { html: { type: "tel", maxLength: 30 } };
    case "url":
      // Of an address on this console the browser would say that it is none.
      return { html: { type: input.local ? "text" : "url", maxLength: 300 } };
  }
}
