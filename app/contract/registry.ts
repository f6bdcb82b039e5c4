/** Every method and resource of the contract as a value; from it come access tests, fuzz tests, audit and documents. */
import type { AnyLedger } from "./ledger";
import { manifests } from "./manifests";
import type { Method } from "./method";
import type { AnyReport } from "./report-kind";
import { type AnyResource, methodsOf } from "./resource";

/** Their lists are among the resources. */
export const ledgers: readonly AnyLedger[] = manifests.flatMap(({ ledgers: own = [] }) => own);

export const resources: readonly AnyResource[] = manifests.flatMap(({ resources: own = [], ledgers = [] }) => [
  ...own,
  ...ledgers.map(({ rows }) => rows),
]);

export const reports: readonly AnyReport[] = manifests.flatMap(({ reports: own = [] }) => own);

/** All methods, resources' included. Names are unique within a business. */
export const methods: readonly Method[] = [
  // Each once: a module may give a command of its resource a name.
  ...new Set([
    ...manifests.flatMap(({ methods: modules = [] }) =>
      modules.flatMap((module) => Object.values(module).filter(isMethod)),
    ),
    ...resources.flatMap(methodsOf),
    ...ledgers.map(({ standing }) => standing),
    ...reports.flatMap(({ look, export: file }) => [look, file]),
  ]),
];

export function findMethod(business: string, name: string): Method | undefined {
  return byName.get(`${business}/${name}`);
}

const byName = new Map(methods.map((method) => [`${method.business}/${method.name}`, method]));

function isMethod(value: unknown): value is Method {
  return typeof value === "object" && value !== null && "access" in value && "payload" in value && "business" in value;
}
