/** Ids, days and numbers in the address of a page. */
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { typedDay } from "~/contract/typed-day";
import { isDay, today } from "~/contract/validators";

/** A day as somebody typed it into a form of the page; what is none is `usual`. */
export function dayFrom(request: Request, name: string, usual: string): string {
  const day = typedDay(new URL(request.url).searchParams.get(name) ?? "", today());
  return isDay(day) ? day : usual;
}

/** Ids in the address of a page: one that is none leads to "not found", as an id nobody has would. */
export function idFrom(request: Request, name: string): number {
  const text = new URL(request.url).searchParams.get(name) ?? "";
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Response(null, { status: 404 });
  return Number(text);
}

type Asked = Pick<LoaderFunctionArgs, "request" | "context">;

/** An address that names none leads to the list where one is chosen, for those who may see it; one that is no id is nobody's. */
export function listUnlessAsked({ request, context }: Asked, names: readonly string[], list: string): void {
  const asked = new URL(request.url).searchParams;
  if (!names.some((name) => asked.get(name)?.trim()) && context.mayOpen(list)) throw redirect(list);
}

/** A number people read, from the address. */
export function numberFrom(request: Request, name: string): string {
  const text = new URL(request.url).searchParams.get(name)?.trim() ?? "";
  if (!/^[A-Za-z0-9-]{1,40}$/.test(text)) throw new Response(null, { status: 404 });
  return text;
}

/** The id in a route's path, as `/sysRole/list/7/copy` has it. */
export function idIn(params: { id?: string | undefined }): number {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  return Number(params.id);
}
