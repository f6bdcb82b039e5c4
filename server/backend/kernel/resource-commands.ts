/**
 * A resource's commands at work: the row is locked, its state, version and the business's own rule are asked, the
 * business's function runs, the row is written and noted, all in one transaction. What is refused has written nothing.
 */
import type { z } from "zod";
import type { commandAnswer, ResourceCommand } from "~/contract/command";
import { fitsState, whyNotState } from "~/contract/command-state";
import type { Field } from "~/contract/field-kinds";
import { brokenRules, isRequired, isShown } from "~/contract/form-rules";
import { m } from "~/contract/messages";
import { missing } from "~/contract/required";
import type { AnyResource, Option } from "~/contract/resource";
import { refuseOtherAmount } from "../approvals/decide";
import type { ApprovalKind, ApprovalRequest, Granted } from "../approvals/kind";
import { askApproval, whyWaiting } from "../approvals/requests";
import type { AuditEntry, Call } from "./call";
import { noteCommandChoices } from "./command-words";
import { parameterOf } from "./parameters";
import { Invalid, NotFound, Refusal } from "./refusal";
import type { CommandBackend, ResourceBackend, Values } from "./resource-backend";
import { Choices } from "./resource-choices";
import type { Operations } from "./resource-operations";

type Answer = z.output<typeof commandAnswer>;

export class Commands {
  private readonly choices = new Map<string, Choices>();

  constructor(
    private readonly resource: AnyResource,
    private readonly backend: ResourceBackend,
    private readonly operations: Operations,
  ) {
    for (const [name, command] of Object.entries(resource.commands)) {
      const choices = new Choices({ fields: command.fields ?? {} }, backend.references ?? {});
      this.choices.set(name, choices);
      noteCommandChoices(command, choices);
      if (Boolean(command.decides) !== Boolean(this.backendOf(command).approval))
        throw new Error(`${resource.noun}.${name}: an approval needs its limit in the contract, and its amount here`);
    }
  }

  /** Choices of a command's own fields. */
  async options(call: Call, name: string): Promise<Record<string, Option[]>> {
    const choices = this.choices.get(name);
    if (!choices) throw new NotFound();
    return { ...(await this.operations.options(call, [])), ...(await choices.options(call, [])) };
  }

  /** Why commands cannot be done with rows, by row and command, beyond what their states tell. */
  async blocked(call: Call, rows: readonly Values[]): Promise<Record<string, Record<string, string>>> {
    const blocked: Record<string, Record<string, string>> = {};
    for (const command of Object.values(this.resource.commands)) {
      const { mayNot } = this.backendOf(command);
      if (!mayNot && !command.decides) continue;
      const fitting = rows.filter((row) => fitsState(command, this.stateOf(row)));
      const sentences = fitting.length === 0 ? [] : await this.whyNot(call, command, fitting);
      fitting.forEach((row, place) => {
        const sentence = sentences[place];
        if (sentence) blocked[String(row.id)] = { ...blocked[String(row.id)], [command.name]: sentence };
      });
    }
    return blocked;
  }

  async run(call: Call, command: ResourceCommand, payload: unknown): Promise<Answer> {
    const { id, rowVersion, idempotencyKey: _, ...given } = payload as Values & { id: number };
    const row = await this.operations.row(call, id, true);
    await this.refuse(call, command, row);
    if (rowVersion !== undefined) await this.operations.refuseOther(call, row, rowVersion);
    const input = await this.input(call, command, given);
    if (await this.mustWait(call, command, row, input))
      return { id, waiting: true, notice: m.commands_waiting({ command: command.label() }) };
    return this.perform(call, command, row, input);
  }

  /** What of a command waits for another person, and what is done once that one has approved; null where it never waits. */
  approvalOf(command: ResourceCommand): ApprovalKind | null {
    const { noun, thing, fun, path } = this.resource;
    if (!command.decides) return null;
    return {
      code: `${noun}.${command.name}`,
      thing,
      label: command.label,
      asking: command.method.access,
      deciding: { fun, button: command.decides },
      link: ({ thingId }) => `${path}/${thingId}`,
      lock: async (call, id) => (await this.operations.find(call, id, true)) !== null,
      grant: (call, request) => this.grant(call, command, request),
    };
  }

  private async mustWait(call: Call, command: ResourceCommand, row: Values, input: Values): Promise<boolean> {
    const kind = this.approvalOf(command);
    const weighed = await this.backendOf(command).approval?.(call, row, input);
    if (!kind || !weighed || !command.approval) return false;
    const limit = Number(await parameterOf(call.db, command.approval.limit));
    if (!weighed.always && weighed.amount <= (Number.isFinite(limit) ? limit : 0)) return false;
    const { thingId, label } = this.operations.trace(Number(row.id), row);
    const park = typeof row.parkId === "number" ? { about: { parks: [row.parkId], maker: null } } : {};
    await askApproval(call, kind, {
      ...{ thingId, label, amount: weighed.amount, reason: weighed.reason ?? "", payload: input },
      ...(typeof row.rowVersion === "number" && !weighed.byItself && { rowVersion: row.rowVersion }),
      ...(weighed.about ? { about: weighed.about } : park),
    });
    const after = { approval: "waiting", command: command.label(), amount: weighed.amount, ...told(command, input) };
    call.audit({ ...this.operations.trace(thingId, row), after });
    return true;
  }

  /** Everything is asked again: state, rule, version, fields and amount. */
  private async grant(call: Call, command: ResourceCommand, request: ApprovalRequest): Promise<Granted> {
    const row = await this.operations.row(call, request.thingId, true);
    await this.refuse(call, command, row, true);
    if (request.rowVersion !== null)
      await this.operations.refuseOther(call, row, request.rowVersion, m.approvals_changed_by);
    const input = await this.input(call, command, request.payload as Values);
    const weighed = await this.backendOf(command).approval?.(call, row, input);
    if (weighed) refuseOtherAmount(request, weighed.amount);
    const { notice } = await this.perform(call, command, row, input, command.method);
    return notice === undefined ? {} : { notice };
  }

  private async perform(
    call: Call,
    command: ResourceCommand,
    row: Values,
    input: Values,
    by?: AuditEntry["by"],
  ): Promise<Answer> {
    const id = Number(row.id);
    const outcome = (await this.backendOf(command).run?.(call, row, input)) ?? {};
    const set = { ...outcome.set, ...this.moved(command, outcome.to) };
    const changed = Object.keys(set);
    const after = changed.length > 0 ? await this.operations.write(call, id, set, row) : row;
    const only = (of: Values) => Object.fromEntries([...changed, "rowVersion"].map((name) => [name, of[name] ?? null]));
    call.audit({
      ...this.operations.trace(id, after),
      before: only(row),
      after: { ...only({ ...after, ...this.operations.newSecrets(set) }), ...told(command, input) },
      ...(by && { by }),
    });
    return {
      id,
      ...(outcome.notice !== undefined && { notice: outcome.notice.slice(0, 100) }),
      ...(outcome.answer && { answer: outcome.answer }),
    };
  }

  private backendOf({ name }: ResourceCommand): CommandBackend {
    const own = this.backend.commands?.[name];
    return typeof own === "function" ? { run: own } : (own ?? {});
  }

  private stateOf(row: Values): string | null {
    const { status } = this.resource;
    return status === undefined ? null : String(row[status]);
  }

  private moved(command: ResourceCommand, to = command.to): Values {
    const { status, fields, noun } = this.resource;
    if (to === undefined) return {};
    const field = status === undefined ? undefined : fields[status];
    if (status === undefined || field?.kind !== "dictionary" || !(field.values ?? ["T", "F"]).includes(to))
      throw new Error(`${noun}.${command.name}: there is no state ${to}`);
    return { [status]: to };
  }

  /** What the business's own rule says of rows, by their order, and whether they wait for approval already. */
  private async whyNot(call: Call, command: ResourceCommand, rows: readonly Values[], waits = true) {
    const sentences = await this.backendOf(command).mayNot?.(call, rows);
    const kind = waits ? this.approvalOf(command) : null;
    if (!kind) return sentences ?? [];
    const waiting = await whyWaiting(
      call,
      kind,
      rows.map(({ id }) => Number(id)),
    );
    return waiting.map((sentence, place) => sentences?.[place] ?? sentence);
  }

  /** Throws where the state, the business's own rule or, unless it is being approved, a request that waits says no. */
  private async refuse(call: Call, command: ResourceCommand, row: Values, approved = false): Promise<void> {
    const state = this.stateOf(row);
    if (!fitsState(command, state)) {
      const names = (await this.operations.options(call, []))[this.resource.status ?? ""] ?? [];
      const words = (value: string) => names.find((option) => option.value === value)?.label ?? value;
      const { label } = this.operations.trace(0, row);
      throw new Refusal(whyNotState(command, { state, label, words, locale: call.locale }) ?? "");
    }
    const [sentence] = await this.whyNot(call, command, [row], !approved);
    if (sentence) throw new Refusal(sentence);
  }

  /** What was given, by the rules of the command's fields: those that the data alone can tell included. */
  private async input(call: Call, command: ResourceCommand, given: Values): Promise<Values> {
    const fields: [string, Field][] = Object.entries(command.fields ?? {});
    const input: Values = {};
    for (const [name, field] of fields) input[name] = isShown(field, given) ? (given[name] ?? null) : null;
    const empty = fields.filter(
      ([name, field]) => isShown(field, given) && isRequired(field, given) && input[name] === null,
    );
    const errors = {
      ...Object.fromEntries(empty.map(([name, field]) => [name, [missing(field)]])),
      ...brokenRules(command.rules, input),
    };
    if (Object.keys(errors).length > 0) throw new Invalid(errors);
    await this.choices.get(command.name)?.check(call, input);
    return input;
  }
}

/** What the trail has of what was typed. */
function told({ fields = {} }: ResourceCommand, input: Values): { given?: Values } {
  const given = Object.entries(input).filter(([name, value]) => value !== null && fields[name]?.logged !== false);
  return given.length > 0 ? { given: Object.fromEntries(given) } : {};
}
