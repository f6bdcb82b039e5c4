/** What a form brings, read once for the action that it is for; a body that cannot be read is refused with a sentence. */
import { type Message, m } from "~/contract/messages";

/** A grid of cells has hundreds of fields; nothing of ours has thousands. */
const mostFields = 5_000;

export type ReadBody = { ok: true; form: FormData } | { ok: false; status: 400 | 413 | 415; message: string };

const no = (status: 400 | 413 | 415, message: Message): ReadBody => ({ ok: false, status, message: message() });

export async function readFormBody(request: Request): Promise<ReadBody> {
  const { type, charset, boundary } = contentType(request);
  const isMultipart = type === "multipart/form-data";
  if (!isMultipart && type !== "application/x-www-form-urlencoded") return no(415, m.body_no_form);
  if (charset !== "" && charset !== "utf-8" && charset !== "utf8") return no(415, m.body_charset);
  if (isMultipart && boundary === "") return no(400, m.body_boundary);
  const bytes = await request.arrayBuffer().catch(() => null);
  if (!bytes) return no(400, m.body_cut);
  const told = request.headers.get("content-length");
  if (told !== null && Number(told) !== bytes.byteLength) return no(400, m.body_cut);
  return isMultipart ? fromParts(request, bytes) : fromPairs(bytes);
}

function contentType({ headers }: Request): { type: string; charset: string; boundary: string } {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").split(";").map((part) => part.trim());
  const of = (name: string) => {
    const found = parameters.find((part) => part.toLowerCase().startsWith(`${name}=`));
    return (found?.slice(name.length + 1) ?? "").replace(/^"(.*)"$/, "$1");
  };
  return { type: type.toLowerCase(), charset: of("charset").toLowerCase(), boundary: of("boundary") };
}

async function fromParts(request: Request, bytes: ArrayBuffer): Promise<ReadBody> {
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const form = await new Response(bytes, { headers }).formData().catch(() => null);
  if (!form) return no(400, m.body_parts);
  return [...form.keys()].length > mostFields ? no(413, m.body_fields) : { ok: true, form };
}

function fromPairs(bytes: ArrayBuffer): ReadBody {
  const text = Buffer.from(bytes).toString("latin1");
  if (!isUrlEncoded(text)) return no(400, m.body_encoding);
  const pairs = new URLSearchParams(Buffer.from(bytes).toString("utf8"));
  if (pairs.size > mostFields) return no(413, m.body_fields);
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return { ok: true, form };
}

/** Every `%` begins two hexadecimal digits, and what it all comes to is UTF-8. `text` holds one byte a character. */
function isUrlEncoded(text: string): boolean {
  if (/%(?![0-9a-f]{2})/i.test(text)) return false;
  const plain = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(plain, "latin1"));
    return true;
  } catch {
    return false;
  }
}
