/** Before every file of backend tests: after each test the money of the backends that are open agrees with the ledger. */
import { afterEach } from "vitest";
import { lookAtMoneyOfOpenBackends } from "./backend";

afterEach(() => lookAtMoneyOfOpenBackends());
