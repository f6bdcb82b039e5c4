/** The desk at a gate: scan, verdict, recent attempts. */
import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { useState } from "react";
import { m } from "~/contract/messages";
import { useHydrated } from "~/widgets/hydrated";
import { actionOf } from "./check-action";
import { CheckCamera } from "./check-camera";
import type { CheckPage } from "./check-page";
import { CheckRecent } from "./check-recent";
import { CheckSound } from "./check-sound";
import { CheckVerdict } from "./check-verdict";

export function CheckDesk({ page, answered }: { page: CheckPage; answered: boolean }) {
  const { desk, verdict, errors, notice, typed } = page;
  const hydrated = useHydrated();
  // Only while the check itself is under way: the next ticket is scanned before the lists have come anew.
  const busy = useNavigation().state === "submitting";
  // The gate just chosen, until its page is here: on a slow line the next ticket is scanned before that. It is kept here, since
  // React draws it before the next key is heard; that a page is on its way it may draw later.
  const [chosen, setChosen] = useState<number | null>(null);
  const [at, setAt] = useState(desk.gateId);
  if (desk.gateId !== at) {
    setAt(desk.gateId);
    setChosen(null);
  }
  const gateId = chosen ?? desk.gateId;
  // Only an answer makes a fresh form: a scan that is half typed when the chosen gate's page arrives stays.
  const [answer, setAnswer] = useState(answered ? page.idempotencyKey : "");
  if (answered && page.idempotencyKey !== answer) setAnswer(page.idempotencyKey);
  const submit = useSubmit();
  if (desk.gates.length === 0) {
    return (
      <div className="empty">
        <strong>{m.check_no_gate()}</strong>
        <p>{m.check_no_gate_help()}</p>
      </div>
    );
  }
  const gateName = desk.gates.find(({ value }) => value === String(desk.gateId))?.label ?? "";
  return (
    <div className="page check">
      <header className="page-head">
        <h1>{m.check_title()}</h1>
        <p className="check-today">
          {m.check_gate_today({ gate: gateName })}
          <span>
            {m.check_gate_admitted()} <strong>{desk.today.admitted}</strong>
          </span>
          <span>
            {m.check_gate_refused()} <strong>{desk.today.refused}</strong>
          </span>
          <CheckSound verdict={verdict} failed={notice !== null} attempt={page.idempotencyKey} />
        </p>
      </header>
      <div className="check-columns">
        <section className="panel check-input">
          <form method="get" className="check-gate">
            <label htmlFor="gate">{m.check_gate()}</label>
            <select
              className="input"
              id="gate"
              name="gateId"
              value={String(gateId ?? "")}
              onChange={(event) => {
                setChosen(Number(event.currentTarget.value));
                submit(event.currentTarget.form);
                document.getElementById("code")?.focus();
              }}
            >
              {desk.gates.map((gate) => (
                <option key={gate.value} value={gate.value}>
                  {gate.label}
                </option>
              ))}
            </select>
            {!hydrated && <button className="button">{m.check_choose_gate()}</button>}
          </form>
          {desk.suspended && (
            <p className="field-error" role="alert">
              {m.check_suspended({ gate: gateName })}
            </p>
          )}
          <Form method="post" action={actionOf(gateId)} noValidate aria-busy={busy} data-scan="" key={answer}>
            <input type="hidden" name="intent" value="check" />
            <input type="hidden" name="gateId" value={gateId ?? ""} />
            <input type="hidden" name="idempotencyKey" value={page.idempotencyKey} />
            <label htmlFor="code" className="check-label">
              {m.check_code()}
            </label>
            <div className="check-scan">
              <input
                className="input check-code"
                id="code"
                name="code"
                maxLength={200}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                // The scanner types here, one ticket after another: each answer's key makes a fresh, focused form.
                autoFocus
                defaultValue={typed?.code ?? ""}
                aria-invalid={errors.code ? true : undefined}
              />
              <button className="button button-primary check-button" disabled={busy}>
                {m.check_submit()}
              </button>
            </div>
            {errors.code && <p className="field-error">{errors.code[0]}</p>}
            <div className="check-more">
              <div className="field">
                <label htmlFor="people">{m.check_people()}</label>
                <input
                  className="input num"
                  id="people"
                  name="people"
                  inputMode="numeric"
                  maxLength={3}
                  autoComplete="off"
                  defaultValue={typed?.people ?? ""}
                  aria-describedby="people-help"
                />
                <small id="people-help" className="dim">
                  {errors.people?.[0] ?? m.check_people_help()}
                </small>
              </div>
              {desk.bothWays && (
                <div className="field">
                  <label htmlFor="direction">{m.check_direction()}</label>
                  <select className="input" id="direction" name="direction" defaultValue={page.direction}>
                    <option value="">{m.check_direction_auto()}</option>
                    <option value="in">{m.check_direction_in()}</option>
                    <option value="out">{m.check_direction_out()}</option>
                  </select>
                </div>
              )}
            </div>
          </Form>
          <CheckCamera />
        </section>
        <CheckVerdict page={page} />
      </div>
      <CheckRecent page={page} />
    </div>
  );
}
