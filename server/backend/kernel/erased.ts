/** No token leaves the backend: whoever is answered reads in words that the value was destroyed. */
import { erasedSign } from "~/contract/erased";
import { m } from "~/contract/messages";

const token = new RegExp(`${erasedSign}[A-Za-z0-9_-]*`, "g");

/** Of an answer as it goes out, in the caller's language. The words have no sign that JSON writes otherwise. */
export const tellErased = (text: string): string =>
  text.includes(erasedSign) ? text.replace(token, m.personal_erased()) : text;
