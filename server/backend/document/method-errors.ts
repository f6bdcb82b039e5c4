/** Which HTTP status may answer a method, from what its declaration asks for. */
import type { Method } from "~/contract/method";
import { heldCode } from "~/contract/wire";

/** What a status means, for everybody who calls. */
export const statusMeanings = {
  400: "The body cannot be read, or a field stands in it twice.",
  401: "No token, or one that is unknown, ended, or idle for too long.",
  403: "The account lacks the function or the button that the method asks for.",
  404: "No such method or thing, or another tenant's.",
  409: "A rule says no; the message says which. Nothing was changed.",
  413: "The body is larger than 1 MB (uploads: than their files may be).",
  415: "Another content type than the business takes.",
  422: 'Fields break their rules: `errors` has the messages by field name, "" for the whole.',
  [heldCode]: "The session is locked, or its password must be changed first.",
  428: "A step comes first: a puzzle before one more sign-in.",
  500: "A fault of the server; the message has the id under which its log tells more.",
} as const;
export type Status = keyof typeof statusMeanings;

const everywhere: Status[] = [400, 404, 413, 415, 422, 500];

export function statusesOf({ access, writes, during, name }: Method): Status[] {
  const found = [...everywhere];
  if (writes) found.push(409);
  if (access !== "public") found.push(401);
  if (access !== "public" && !during.includes("locked")) found.push(heldCode);
  if (access === "user1" || typeof access === "object") found.push(403);
  if (name === "login") found.push(428);
  return found.sort((one, other) => one - other);
}
