/** A new form that begins with what its address says, where that is one of the choices. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadForm } from "~/resource/load-form.server";

export async function begunForm(args: LoaderFunctionArgs, name: string) {
  const form = await loadForm(args);
  const asked = new URL(args.request.url).searchParams.get(name) ?? "";
  const inputs = form.inputs.map((input) => {
    const known = input.name === name && input.value === "" && input.options?.some(({ value }) => value === asked);
    return known ? { ...input, value: asked } : input;
  });
  return { ...form, inputs };
}
