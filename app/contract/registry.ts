/** Every method and resource of the contract as a value; from it come access tests, fuzz tests, audit and documents. */
import type { Method } from "./method";
import * as order from "./order/order";
import * as orderExport from "./order/order-export";
import * as orderToday from "./order/today";
import { accessApp, renewAccessSecret } from "./platform/access-app";
import { administrationMethods, administrationResources } from "./platform/administration";
import * as authCodes from "./platform/auth-code";
import * as captcha from "./platform/captcha";
import * as checkCode from "./platform/check-code";
import * as functions from "./platform/function";
import * as jobs from "./platform/job";
import * as listMemory from "./platform/list-memory";
import * as lock from "./platform/lock";
import * as messages from "./platform/message";
import * as ownSession from "./platform/own-session";
import * as parameters from "./platform/parameter";
import * as session from "./platform/session";
import * as shell from "./platform/shell";
import * as signInProof from "./platform/sign-in-proof";
import * as storedFiles from "./platform/stored-file";
import * as workbench from "./platform/workbench";
import { corpApplication, quickLinkEntry } from "./platform/workbench-resources";
import * as dataCentres from "./report/data-centre";
import { type AnyResource, methodsOf } from "./resource";
import * as check from "./ticket/check";
import * as chosenPark from "./ticket/chosen-park";
import { gate, gateGroup, pos } from "./ticket/gate";
import * as issued from "./ticket/issued";
import { issuedTicketExport } from "./ticket/issued-export";
import { park } from "./ticket/park";
import * as price from "./ticket/price";
import * as quota from "./ticket/quota";
import * as sale from "./ticket/sale";
import { ticketType } from "./ticket/ticket-type";
import * as ticketToday from "./ticket/today";

export const resources = [
  ...administrationResources,
  park,
  ticketType,
  pos,
  gateGroup,
  gate,
  // Before the one whose path they lie below.
  corpApplication,
  quickLinkEntry,
  accessApp,
] as unknown as readonly AnyResource[];

const modules = [
  ...administrationMethods,
  dataCentres,
  session,
  captcha,
  authCodes,
  { renewAccessSecret },
  checkCode,
  signInProof,
  lock,
  ownSession,
  chosenPark,
  storedFiles,
  functions,
  parameters,
  listMemory,
  shell,
  jobs,
  messages,
  workbench,
  orderToday,
  ticketToday,
  price,
  quota,
  sale,
  issued,
  check,
  order,
  orderExport,
  { issuedTicketExport },
];

/** All methods, resources' included. Names are unique within a business. */
export const methods: readonly Method[] = [
  // Each once: a module may give a command of its resource a name.
  ...new Set([...modules.flatMap((module) => Object.values(module).filter(isMethod)), ...resources.flatMap(methodsOf)]),
];

export function findMethod(business: string, name: string): Method | undefined {
  return byName.get(`${business}/${name}`);
}

const byName = new Map(methods.map((method) => [`${method.business}/${method.name}`, method]));

function isMethod(value: unknown): value is Method {
  return typeof value === "object" && value !== null && "access" in value && "payload" in value && "business" in value;
}
