/** A second factor as a form brings it, and what a refused one says. */
import { data } from "@remix-run/node";
import type { GivenFactor } from "~/contract/context";
import { type FieldErrors, isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";

export function givenFactor(form: FormData): GivenFactor {
  const text = (name: string, most: number) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim().slice(0, most) : "";
  };
  return { code: text("code", 40), passkey: text("passkey", 16_000) };
}

/** Nothing was given: no call is made for it. */
export function nothingGiven({ code, passkey }: GivenFactor): FieldErrors | null {
  return code === "" && passkey === "" ? { code: [m.factor_code_needed()] } : null;
}

export function refusedFactor(error: unknown) {
  if (!isDispatchError(error)) throw error;
  const { failure } = error;
  if (failure.kind === "signedOut") throw error;
  if (failure.kind === "invalid") return data({ errors: failure.errors }, { status: 422 });
  return data({ errors: { "": [failure.message] } as FieldErrors }, { status: 409 });
}
