/** Who may call a method, in a sentence. */
import type { Access } from "~/contract/method";

export function accessText(access: Access): string {
  if (access === "public") return "Anybody; no token is asked for.";
  if (access === "signedIn") return "Any signed-in account.";
  if (access === "user1") return "The administrator with id 1 only.";
  const { fun, button, newButton } = access;
  const functions = [fun].flat().map((code) => `\`${code}\``);
  const held = functions.length === 1 ? `the function ${functions[0]}` : `one of the functions ${functions.join(", ")}`;
  if (!button) return `Accounts granted ${held}.`;
  const asNew = newButton ? ` (\`${newButton}\` where no \`id\` is given)` : "";
  return `Accounts granted ${held} with the button \`${button}\`${asNew}.`;
}
