/** Gates that parks share. */
import { sharedGate as declared } from "~/contract/ticket/shared-gate";
import { bigintColumn } from "../../kernel/bigint-column";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const sharedGate = resourceTable(declared, "shared_gate", { parkId: bigintColumn("park_id").notNull() });
export const sharedGatePark = linesTable("shared_gate_park", declared.fields.parks, sharedGate);
