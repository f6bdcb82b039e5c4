/** One system parameter (`/system/paramList/isOpenNewPage`): its value by the kind it is of, and back to the default. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { m } from "~/contract/messages";
import {
  type ParameterCode,
  type ParameterInput,
  parameterDefinitions,
} from "~/contract/platform/parameter-definitions";
import { parameterReset, parameterSave, parameterSettings } from "~/contract/platform/parameter-settings";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";
import { keptValue, shownValue, typedValue } from "./parameter-text.server";

const list = "/system/paramList";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

function codeIn({ params }: LoaderFunctionArgs): ParameterCode {
  const code = params.code ?? "";
  if (!Object.hasOwn(parameterDefinitions, code)) throw new Response(null, { status: 404 });
  return code as ParameterCode;
}

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const code = codeIn(args);
  const settings = await context.dispatch.call(parameterSettings, {});
  const setting = settings.find(({ paramCode }) => paramCode === code);
  if (!setting) throw new Response(null, { status: 404 });
  const { label, help, input } = parameterDefinitions[code];
  const typed = context.takeDraft();
  return {
    code,
    title: m.system_edit_of({ label: label() }),
    label: label(),
    help: help?.() ?? "",
    control: controlOf(input),
    value: typed?.value ?? typedValue(input, setting.value),
    byDefault: shownValue(input, setting.byDefault),
    resets: setting.value !== setting.byDefault,
    rowVersion: setting.rowVersion,
    own: setting.own,
    save: await permission(context, "parameter:edit"),
  };
}

/** `intent=reset` goes back to the default; whatever else saves what was typed. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const paramCode = codeIn(args);
  const typed = typedOf(await request.formData());
  const { value = "", rowVersion: version = "", intent = "" } = typed;
  const rowVersion = /^\d{1,9}$/.test(version) ? Number(version) : 0;
  const { input } = parameterDefinitions[paramCode];
  const { dispatch } = context;
  const saved = await attempt(context, () =>
    intent === "reset"
      ? dispatch.call(parameterReset, { paramCode, rowVersion })
      : dispatch.call(parameterSave, { paramCode, rowVersion, value: keptValue(input, value) }),
  );
  if (!saved.ok) {
    const { errors, notice, status } = saved.refusal;
    return data({ typed, errors, notice }, status);
  }
  context.forgetParameters();
  return done(context, list, "saved");
}

type Control =
  | { kind: "choice"; options: { value: string; label: string }[] }
  | { kind: "line"; type: string; html: object };

function controlOf(input: ParameterInput): Control {
  switch (input.kind) {
    case "flag":
      return {
        kind: "choice",
        options: [
          { value: "T", label: m.engine_yes() },
          { value: "F", label: m.engine_no() },
        ],
      };
    case "choice":
      return { kind: "choice", options: input.options.map(([value, label]) => ({ value, label: label() })) };
    case "number":
      return { kind: "line", type: "number", html: { min: input.min, max: input.max, step: 1, required: true } };
    case "money":
      return { kind: "line", type: "text", html: { inputMode: "decimal", required: true, maxLength: 14 } };
    case "phone":
      return { kind: "line", type: "tel", html: { maxLength: 30 } };
    case "url":
      // Of an address on this console the browser would say that it is none.
      return { kind: "line", type: input.local ? "text" : "url", html: { maxLength: 300 } };
  }
}

export default function ParameterEdit() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  const value = answer?.typed.value ?? view.value;
  const { control } = view;
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {view.label} <small className="dim">{view.code}</small>
        </h1>
      </header>
      <FormNotice notice={answer?.notice} />
      <Form method="post" className="panel form-narrow" aria-busy={busy}>
        <input type="hidden" name="rowVersion" value={answer?.typed.rowVersion ?? view.rowVersion} />
        <Field name="value" label={m.system_value()} help={view.help || undefined} errors={answer?.errors.value}>
          {control.kind === "choice" ? (
            <select className="input" defaultValue={value} disabled={!view.own}>
              {control.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          ) : (
            <input
              className="input"
              type={control.type}
              {...control.html}
              defaultValue={value}
              autoComplete="off"
              disabled={!view.own}
            />
          )}
        </Field>
        <p className="dim">{m.system_default_is({ value: view.byDefault })}</p>
        {!view.own && <p className="notice notice-warn">{m.system_head_office_only()}</p>}
        <div className="actions">
          {view.own && (
            <Permitted by={view.save}>
              <button className="button button-primary" disabled={busy}>
                {m.engine_save()}
              </button>
            </Permitted>
          )}
          {view.own && view.resets && (
            <Permitted by={view.save}>
              <button className="button" name="intent" value="reset" formNoValidate disabled={busy}>
                {m.system_reset()}
              </button>
            </Permitted>
          )}
          <Link className="button" to={list}>
            {m.engine_cancel()}
          </Link>
        </div>
      </Form>
    </div>
  );
}
