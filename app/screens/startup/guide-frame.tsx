/** The frame of a step: all steps with their state, what concerns the form as a whole, and where one goes on. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { startUpPath } from "~/contract/startup/steps";
import { FormNotice } from "~/form/form-notice";
import { Link } from "~/widgets/link";
import type { GuideHead } from "./guide.server";
import "./guide.css";

interface Props {
  head: GuideHead;
  title: string;
  answered?: { errors: FieldErrors; notice: Notice | null } | undefined;
  children: ReactNode;
}

export function GuideFrame({ head, title, answered, children }: Props) {
  return (
    <div className="page guide">
      <header className="page-head">
        <h1>
          {title} <small className="dim">{m.startup_step_of({ n: head.n, all: head.all })}</small>
        </h1>
        <Link className="button no-print" to={startUpPath}>
          {m.startup_overview()}
        </Link>
      </header>
      <GuideSteps steps={head.steps} here={head.step} />
      <FormNotice notice={answered?.notice} errors={answered?.errors} />
      {head.lacking === "" ? (
        children
      ) : (
        <section className="panel">
          <p className="notice notice-warn" role="status">
            {head.lacking}
          </p>
          <p>{m.startup_lacking()}</p>
          <GuideLeave head={head} />
        </section>
      )}
    </div>
  );
}

export function GuideSteps({ steps, here }: { steps: GuideHead["steps"]; here?: string }) {
  return (
    <nav className="no-print" aria-label={m.startup_steps()}>
      <ol className="guide-steps">
        {steps.map(({ step, to, name, state, stateName }) => (
          <li key={step}>
            <Link to={to} aria-current={step === here ? "step" : undefined}>
              <strong>{name}</strong>
              <small>
                {state === "done" && "✓ "}
                {stateName}
              </small>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The buttons below a form: the first saves and goes on, so that Enter does; null where there is nothing to save. */
export function GuideButtons({ head, save, autoFocus }: { head: GuideHead; save: string | null; autoFocus?: boolean }) {
  return (
    <div className="actions">
      {save !== null && (
        <button className="button button-primary" autoFocus={autoFocus}>
          {save}
        </button>
      )}
      {head.state === "done" ? (
        <Link className="button" to={head.next}>
          {m.startup_next()}
        </Link>
      ) : (
        <SkipButton head={head} />
      )}
    </div>
  );
}

/** Where there is no form. */
export function GuideLeave({ head }: { head: GuideHead }) {
  if (head.state === "done")
    return (
      <div className="actions">
        <GoOn to={head.next}>{m.startup_next()}</GoOn>
      </div>
    );
  return (
    <Form method="post" className="actions">
      <SkipButton head={head} />
    </Form>
  );
}

function SkipButton({ head }: { head: GuideHead }) {
  return (
    <button className="button" name="intent" value={head.state === "skipped" ? "takeUp" : "skip"} formNoValidate>
      {head.state === "skipped" ? m.startup_take_up() : m.startup_skip()}
    </button>
  );
}

/** Where one goes on, with the focus on it: Enter leads through the guide. */
export function GoOn({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Form method="get" action={to}>
      <button className="button button-primary" autoFocus>
        {children}
      </button>
    </Form>
  );
}

/** What the steps behind the first need. */
export function ParkFirst() {
  return (
    <section className="empty panel">
      <strong>{m.startup_first_park()}</strong>
      <p>{m.startup_first_park_help()}</p>
      <p>
        <Link className="button button-primary" to="/guideOne">
          {m.startup_first_park()}
        </Link>
      </p>
    </section>
  );
}

/** Of several parks the one that the step is about. */
export function ParkChoice({
  parks,
  park,
  path,
}: {
  parks: { id: number; name: string }[];
  park: number;
  path: string;
}) {
  if (parks.length < 2) return null;
  return (
    <Form method="get" action={path} className="filters panel no-print" key={park}>
      <div className="field">
        <label htmlFor="guide-park">{m.park()}</label>
        <select className="input" id="guide-park" name="park" defaultValue={park}>
          {parks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <button className="button">{m.engine_filter()}</button>
    </Form>
  );
}
