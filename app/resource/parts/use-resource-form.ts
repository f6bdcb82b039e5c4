/** A resource's form in the browser: what is shown now, drawn again as fields change, checked, and not left by mistake. */
import { useActionData, useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { FieldErrors } from "~/contract/errors";
import { browserErrors } from "~/form/browser-check";
import { useUnsavedWarning } from "~/form/unsaved";
import { useSameTab } from "~/shell/use-same-tab";
import type { FormView } from "../load-form.server";

/** The form of the page itself. */
export function useResourceForm<V extends FormView = FormView>() {
  const loaded = useLoaderData() as V;
  const answered = useActionData() as V | undefined;
  const { dirty, ...form } = useFormOf({ loaded, answered });
  useUnsavedWarning(dirty, useSameTab());
  return form;
}

interface Source<V extends FormView> {
  loaded: V;
  /** What the form was refused with. */
  answered: V | undefined;
  /** Where it posts to; default: to its own page. */
  at?: string;
}

/** A form wherever its view comes from. */
export function useFormOf<V extends FormView>({ loaded, answered, at }: Source<V>) {
  const location = useLocation();
  const refresh = useFetcher<V>();
  const underWay = useRef(false);
  const changedSince = useRef(false);
  const [fresh, setFresh] = useState<V | null>(null);
  const [found, setFound] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const dirty = useRef(false);
  const redrawn = useRef("");

  // The latest answer counts, whichever way it came.
  useEffect(() => {
    if (refresh.data) setFresh(refresh.data as V);
  }, [refresh.data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or another answer of it
  useEffect(() => {
    setFresh(null);
    setFound({});
    dirty.current = answered !== undefined;
  }, [answered, location.key]);

  const view = fresh ?? answered ?? loaded;
  if (view.redrawn) redrawn.current = view.redrawn;
  // One at a time: the router would abort the one before, and complain of that itself.
  const drawAgain = () => {
    changedSince.current = underWay.current;
    if (underWay.current || !form.current) return;
    underWay.current = true;
    const fields = new FormData(form.current);
    fields.set("intent", "refresh");
    const action = view.gone?.saveAs ?? at;
    refresh.submit(fields, { method: "post", ...(action && { action }) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer has come, whatever has changed besides
  useEffect(() => {
    if (refresh.state !== "idle") return;
    underWay.current = false;
    if (changedSince.current) drawAgain();
  }, [refresh.state, refresh.data]);
  const errors = Object.keys(found).length > 0 ? { ...view.errors, ...found } : view.errors;

  useEffect(() => {
    if (!answered) return;
    const named = answered.focus && document.getElementById(`f-${answered.focus}`);
    const wrong = form.current?.querySelector<HTMLElement>(
      "[aria-invalid=true], .group .field-error, .lines .field-error",
    );
    (named || wrong)?.focus();
  }, [answered]);

  return {
    view,
    errors,
    dirty,
    /** Inputs with another version begin anew with the view's values. */
    version: `${location.pathname}${location.search}/${view.rowVersion}/${redrawn.current}`,
    handlers: {
      ref: form,
      onInput: () => {
        dirty.current = true;
      },
      onChange: (event: FormEvent<HTMLFormElement>) => {
        if (!(event.target as HTMLElement).closest("[data-refreshes]")) return;
        drawAgain();
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        const saves = !(submitter instanceof HTMLButtonElement) || submitter.name !== "intent";
        if (!saves) return;
        const wrong = browserErrors(event.currentTarget);
        setFound(wrong);
        if (Object.keys(wrong).length === 0) {
          dirty.current = false;
          return;
        }
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>(":invalid:not(fieldset)")?.focus();
      },
    },
  };
}
