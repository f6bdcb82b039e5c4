/** What a command asks for, or the question before it; on its own page and in the drawer. */

import type { FormProps } from "@remix-run/react";
import type { ComponentType, ReactNode } from "react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { useHydrated } from "~/widgets/hydrated";
import { FieldInput } from "../fields/field-input";
import type { CommandView } from "../load-command.server";
import type { useFormOf } from "./use-resource-form";

interface Props {
  Form: ComponentType<FormProps>;
  action?: string;
  form: Omit<ReturnType<typeof useFormOf<CommandView>>, "dirty">;
  busy: boolean;
  /** Leads back without doing it. */
  cancel: ReactNode;
}

export function CommandForm({ Form, action, form, busy, cancel }: Props) {
  const { view, errors, version, handlers } = form;
  const hydrated = useHydrated();
  const wrong = firstWrong(view, errors);
  return (
    <>
      <FormNotice notice={view.notice} errors={wrong && !view.notice ? { "": [m.engine_check_errors()] } : errors} />
      <Form
        method="post"
        className="panel command-form"
        noValidate={hydrated}
        aria-busy={busy}
        {...(action && { action })}
        {...handlers}
      >
        {view.why !== "" && (
          <p className="notice notice-warn" id="why-not">
            {view.why}
          </p>
        )}
        {view.why === "" && view.inputs.length === 0 && <p>{view.question}</p>}
        {view.why === "" && view.asked !== "" && <p className="notice notice-warn">{view.asked}</p>}
        {view.why === "" && view.inputs.length > 0 && view.effect !== "" && <p>{view.effect}</p>}
        <input type="hidden" name="rowVersion" value={view.rowVersion ?? ""} />
        <input type="hidden" name="key" value={view.key} />
        {view.kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {view.why === "" && view.inputs.length > 0 && (
          <div className="form-grid" key={version}>
            {view.inputs.map((input, index) => (
              <FieldInput
                key={input.name}
                input={input}
                errors={errors}
                autoFocus={input.name === (view.focus || wrong) || (index === 0 && !wrong && !view.focus)}
              />
            ))}
          </div>
        )}
        <div className="actions">
          <button
            className="button button-primary"
            disabled={busy || view.why !== ""}
            aria-describedby={view.why === "" ? undefined : "why-not"}
          >
            {view.label}
          </button>
          {cancel}
        </div>
      </Form>
    </>
  );
}

function firstWrong({ inputs }: CommandView, errors: FieldErrors): string | undefined {
  return inputs.find(({ name }) => Object.keys(errors).some((key) => key.startsWith(name)))?.name;
}
