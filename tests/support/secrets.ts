/** Seals what the tests keep; another backend, or another process, opens the same with it. */
import { SecretBox } from "~server/backend/kernel/secret-box";

export const secretsOfTests = new SecretBox(["a-key-of-the-tests"]);
