/** What changes who may do what, or what opens something, asks for a fresh proof: the whole registry is looked through. */
import { describe, expect, test } from "vitest";
import { methods, resources } from "~/contract/registry";
import { methodsOf } from "~/contract/resource";

/** Functions under which rights, accounts, secrets and the rules of signing in are set. */
const guarded = ["sysRoleList", "userManage", "paramList", "sysAccessApplication", "payAccount"];

/** What writes under them and changes none of these, and why. */
const free: Readonly<Record<string, string>> = {
  "platform/roleSee": "looks with fewer rights than one's own, and writes nothing",
  "platform/operatorImportStart": "checks a file, and makes no account of it",
  "order/tryPayAccount": "asks the company whether it knows the keys; none is read or set",
};

/** Nouns whose rows are links on pages, and open nothing by themselves. */
const links = ["corpApplication", "quickEntry"];

const nameOf = ({ business, name }: { business: string; name: string }) => `${business}/${name}`;
const funs = (access: (typeof methods)[number]["access"]): readonly string[] =>
  typeof access === "object" ? [access.fun].flat() : [];

describe("a fresh proof", () => {
  // A file of a list is asked for in the background; what is in it is what the list shows.
  const writing = methods.filter(({ writes, name }) => writes && !name.endsWith("ListExport"));

  test("is asked for by every write under rights, operators, parameters and other systems", () => {
    const open = writing.filter(
      (method) =>
        funs(method.access).some((fun) => guarded.includes(fun)) &&
        !links.some((noun) => method.name.startsWith(noun)) &&
        !method.freshProof &&
        !(nameOf(method) in free),
    );
    expect(open.map(nameOf)).toEqual([]);
    const known = writing.filter(({ freshProof }) => !freshProof).map(nameOf);
    expect(Object.keys(free).filter((name) => !known.includes(name))).toEqual([]);
  });

  test("is asked for by every write of a resource that keeps a secret", () => {
    const keeping = resources.filter(({ fields }) => Object.values(fields).some(({ kind }) => kind === "secret"));
    expect(keeping.map(({ noun }) => noun).sort()).toEqual([
      "exportStore",
      "invoiceSeller",
      "messageHook",
      "payAccount",
    ]);
    const open = keeping.flatMap(methodsOf).filter((method) => writing.includes(method) && !method.freshProof);
    expect(open.map(nameOf)).toEqual([]);
  });

  test("is asked for by what gives a tenant its rights", () => {
    const names = [
      "tenantOpen",
      "tenantAssign",
      "tenantHostSave",
      "tenantPackageSet",
      "dataMigrationStart",
      "dataMigrationResume",
      "tenantShut",
      "tenantReopen",
      "corpGroupSave",
      "corpGroupRemove",
    ];
    for (const name of [...names, "tenantClear"])
      expect(writing.find((method) => method.name === name)?.freshProof, name).toBe(true);
  });

  test("is asked for by what makes new keys of tickets", () => {
    expect(writing.find(({ name }) => name === "renewTicketKey")?.freshProof).toBe(true);
  });

  test("is asked of nobody who only reads, nor before sign-in", () => {
    const wrong = methods.filter(({ freshProof, writes, access }) => freshProof && (!writes || access === "public"));
    expect(wrong.map(nameOf)).toEqual([]);
  });
});
