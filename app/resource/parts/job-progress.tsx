/** A page that waits for a job: it looks again by itself, says how far the job is, and offers to cancel it. */
import { Form, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Without scripts the document reloads itself until there is nothing more to wait for. */
export function refreshHeaders({ loaderHeaders }: { loaderHeaders: Headers }) {
  const refresh = loaderHeaders.get("refresh");
  return { "cache-control": "no-store", ...(refresh && { refresh }) };
}

/** With scripts its data is read again each second while the job is under way. */
export function useLookAgain(underWay: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!underWay) return;
    const timer = setInterval(revalidate, 1_000);
    return () => clearInterval(timer);
  }, [underWay, revalidate]);
}

interface Props {
  job: { done: number; total: number | null; cancelAsked: boolean };
  /** What is going on. */
  label: string;
  /** One may go elsewhere: the job goes on, and the task keeps its address. */
  leave: string;
  /** The page's own address, and the button that cancels. */
  here: string;
  cancel: string;
}

export function JobProgress({ job: { done, total, cancelAsked }, label, leave, here, cancel }: Props) {
  return (
    <>
      <p>
        <label htmlFor="job-progress">{label}</label>{" "}
        <progress id="job-progress" max={total ?? undefined} value={total === null ? undefined : done} />{" "}
        {total !== null && `${done} / ${total}`}
      </p>
      <p className="dim">{leave}</p>
      {!cancelAsked && (
        <Form method="post" action={here} className="actions" reloadDocument>
          <button className="button" name="intent" value="cancel">
            {cancel}
          </button>
        </Form>
      )}
    </>
  );
}
