/** Accounts of the first staff, each with a password that is told once. */
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { operator } from "~/contract/platform/operator";
import { startUpStaff } from "~/contract/startup/start-up";
import { act, placed } from "../../kernel/act";
import { Invalid } from "../../kernel/refusal";
import { type Before, type Served, serveAfter } from "../../kernel/served";
import type { SeedRole } from "../manifest";
import { operatorServed } from "../platform/operator";
import { hashPassword, randomPassword } from "../platform/password";
import { peopleNamed } from "../platform/start-up";
import { roleFor } from "./roles";
import { lockState, stepMade } from "./state";

interface Password {
  password: string;
  hash: string;
}

async function newPassword(): Promise<Password> {
  const password = randomPassword();
  return { password, hash: await hashPassword(password) };
}

/** Hashed before the transaction begins, for who is not there yet: it takes its time by intent. */
async function passwords(
  { database, corpCode }: Before,
  { people }: ParsedPayloadOf<typeof startUpStaff>,
): Promise<(Password | null)[]> {
  const accNames = people.map(({ accName }) => accName);
  const known = await database.tenant(corpCode, (tx) => peopleNamed(tx, accNames), { readOnly: true });
  const made: (Password | null)[] = [];
  for (const accName of accNames) made.push(known.has(accName.toLowerCase()) ? null : await newPassword());
  return made;
}

export const makeStaff = (seeds: readonly SeedRole[]): Served =>
  serveAfter(startUpStaff, passwords, async (call, { people }, ahead) => {
    await lockState(call);
    const known = await peopleNamed(
      call.db,
      people.map(({ accName }) => accName),
    );
    const made: { accName: string; name: string; role: string; password: string }[] = [];
    const stood: { accName: string; name: string }[] = [];
    for (const [place, { role: key, accName, name, mobile }] of people.entries()) {
      const there = known.get(accName.toLowerCase());
      if (there !== undefined && there !== name)
        throw new Invalid({ [`people.${place}.accName`]: [m.startup_account_of({ accName, name: there })] });
      if (there !== undefined) {
        stood.push({ accName, name });
        continue;
      }
      const { password, hash } = ahead[place] ?? (await newPassword());
      const role = await roleFor(call, key, seeds);
      const fields = { accName: "accName", name: "name", mobile: "mobile", roleIds: "role" };
      await placed(`people.${place}`, fields, () =>
        act(
          call,
          operatorServed,
          operator.methods.save,
          { accName, name, mobile, roleIds: [role.id] },
          { hash, told: true },
        ),
      );
      known.set(accName.toLowerCase(), name);
      made.push({ accName, name, role: role.name, password });
    }
    await stepMade(call, "staff");
    return { made, stood };
  });
