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
import type { AnyResource, Option } from "~/contract/resource";
import { Invalid, NotFound, Refusal } from "./refusal";
import type { CommandBackend, ResourceBackend, Values } from "./resource-backend";
import { Choices } from "./resource-choices";
import type { Operations } from "./resource-operations";
import type { Call } from "./served";

type Answer = z.output<typeof commandAnswer>;

export class Commands {
  private readonly choices = new Map<string, Choices>();

  constructor(
    private readonly resource: AnyResource,
    private readonly backend: ResourceBackend,
    private readonly operations: Operations,
  ) {
    for (const [name, { fields = {} }] of Object.entries(resource.commands))
      this.choices.set(name, new Choices({ fields }, backend.references ?? {}));
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
      if (!mayNot) continue;
      const fitting = rows.filter((row) => fitsState(command, this.stateOf(row)));
      const sentences = fitting.length === 0 ? [] : await mayNot(call, fitting);
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
    const { approval, run } = this.backendOf(command);
    const waiting = (await approval?.(call, row, input)) ?? null;
    if (waiting) {
      call.audit({ ...this.operations.trace(id, row), after: { asked: command.name, ...told(command, input) } });
      return { id, waiting: true, notice: waiting.notice ?? m.commands_waiting({ command: command.label() }) };
    }
    const outcome = (await run?.(call, row, input)) ?? {};
    const set = { ...outcome.set, ...this.moved(command, outcome.to) };
    const changed = Object.keys(set);
    const after = changed.length > 0 ? await this.operations.write(call, id, set, row) : row;
    const only = (of: Values) => Object.fromEntries([...changed, "rowVersion"].map((name) => [name, of[name] ?? null]));
    call.audit({
      ...this.operations.trace(id, after),
      before: only(row),
      after: { ...only({ ...after, ...this.operations.newSecrets(set) }), ...told(command, input) },
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

  /** Throws where the state or the business's own rule says no. */
  private async refuse(call: Call, command: ResourceCommand, row: Values): Promise<void> {
    const state = this.stateOf(row);
    if (!fitsState(command, state)) {
      const names = (await this.operations.options(call, []))[this.resource.status ?? ""] ?? [];
      const words = (value: string) => names.find((option) => option.value === value)?.label ?? value;
      const { label } = this.operations.trace(0, row);
      throw new Refusal(whyNotState(command, { state, label, words, locale: call.locale }) ?? "");
    }
    const [sentence] = (await this.backendOf(command).mayNot?.(call, [row])) ?? [];
    if (sentence) throw new Refusal(sentence);
  }

  /** What was given, by the rules of the command's fields: those that the data alone can tell included. */
  private async input(call: Call, command: ResourceCommand, given: Values): Promise<Values> {
    const fields: [string, Field][] = Object.entries(command.fields ?? {});
    const input: Values = {};
    for (const [name, field] of fields) input[name] = isShown(field, given) ? (given[name] ?? null) : null;
    const missing = fields.filter(
      ([name, field]) => isShown(field, given) && isRequired(field, given) && input[name] === null,
    );
    const errors = {
      ...Object.fromEntries(missing.map(([name]) => [name, [m.v_required()]])),
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
