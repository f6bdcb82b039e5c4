/** Whose form it is: a page that one account filled in is not sent as another one without a word. */
import type { UserInfo } from "~/contract/platform/session";

/** Of the answer to scripts, where one has to sign in first: the path of the page on which to do it. */
export const signInHeader = "x-sign-in";
/** Of a post by scripts: the account whose page it comes from. */
export const typedByHeader = "x-typed-by";
/** Of the answer that refuses such a post: who is signed in now, percent-encoded. */
export const strangerHeader = "x-signed-in-as";

/** Tells accounts apart. */
export function accountName({ corpCode, id }: Pick<UserInfo, "corpCode" | "id">): string {
  return `${corpCode}/${id}`;
}

/** The refusal of a post from a page that another account filled in; null where it may go on. */
export function strangerTo(request: Request, user: UserInfo): Response | null {
  const typedBy = request.headers.get(typedByHeader);
  if (request.method !== "POST" || typedBy === null || typedBy === accountName(user)) return null;
  return new Response(null, { status: 409, headers: { [strangerHeader]: encodeURIComponent(user.name) } });
}
