/**
 * A gate in a phone: asks the server while there is a line, judges by the same rules while there is none, keeps every
 * passage until the server has it.
 */
import type { Recognised } from "~/contract/ticket/gate-rules/code";
import type { SignedCode } from "~/contract/ticket/gate-rules/signed-code";
import { type Answer, type Caller, call, NoLine, Refused } from "./calls";
import { cardsHere } from "./cards-here";
import type { Conflict, DeviceStore, Passage } from "./device-store";
import { type GateState, newState, type ShownVerdict } from "./gate-state";
import { byCards, byTickets, hintsTold, type JudgedHere, toldOf } from "./judged-here";
import { fetchPackage } from "./package-here";
import {
  businessDay,
  keepZone,
  needsLine,
  planOf,
  planOfCards,
  readSigned,
  recognise,
  shownCode,
  speak,
  usualZone,
} from "./rules";
import { isBelieved, ofSigned } from "./signed-here";
import { type Found, foundHere, wornHere } from "./tickets-here";
import { upload } from "./upload-here";

export const version = "phone 1";

const minutesToTakeBack = 3;

export class GateHere {
  state: GateState;
  private token = "";
  private salt = "";
  private ahead = 0;
  private readonly passages = new Map<string, Passage>();
  private seq = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private syncing: Promise<void> | null = null;

  private constructor(
    private readonly store: DeviceStore,
    settings: Pick<GateState, "corpCode" | "locale" | "lane">,
    private readonly changed: () => void,
  ) {
    this.state = { ...newState, ...settings };
  }

  static async open(store: DeviceStore, asked: { corpCode: string; locale: GateState["locale"] }, changed: () => void) {
    const settings = {
      corpCode: (await store.get("corpCode")) ?? asked.corpCode,
      locale: (await store.get("locale")) ?? asked.locale,
      lane: (await store.get("lane")) ?? "",
    };
    const gate = new GateHere(store, settings, changed);
    await gate.recall();
    return gate;
  }

  /** By the server's clock, as far as it is known. */
  now(): Date {
    return new Date(Date.now() - this.ahead);
  }

  private get caller(): Caller {
    return { corpCode: this.state.corpCode, locale: this.state.locale };
  }

  /** Asks for a code to show. */
  async begin(corpCode: string): Promise<void> {
    this.show({ corpCode, refused: "" });
    try {
      const { token, code } = await call(this.caller, "deviceBegin", { version });
      this.token = token;
      await this.store.set("corpCode", corpCode);
      await this.store.set("token", token);
      await this.store.set("code", code);
      this.show({ step: "waiting", code, online: true });
    } catch (error) {
      if (error instanceof NoLine) this.show({ online: false });
      else if (error instanceof Refused) this.show({ refused: error.message });
      else throw error;
    }
  }

  async settings(change: Partial<Pick<GateState, "locale" | "lane">>): Promise<void> {
    if (change.locale) await this.store.set("locale", change.locale);
    if (change.lane !== undefined) await this.store.set("lane", change.lane);
    speak(change.locale ?? this.state.locale);
    this.show(change);
  }

  /** One after another: each knows of the passages before it. */
  scan(text: string, people?: number): Promise<ShownVerdict> {
    return this.alone(() => this.pass(text.slice(0, 200), people));
  }

  private async pass(text: string, people?: number): Promise<ShownVerdict> {
    const { gate, lane } = this.state;
    if (!gate) throw new Error("not paired");
    const signed = readSigned(text);
    const code: Recognised = signed ? { kind: "ticketNo", value: signed.ticketNo } : recognise(text);
    const direction = gate.direction === "both" && lane !== "" ? lane : undefined;
    const now = this.now();
    const here = await this.judge(code, signed, { people, now, direction });
    const passage: Passage = {
      ...{ passageKey: crypto.randomUUID(), gateId: gate.id, gateGroupId: here.gateGroupId, gate: gate.name },
      parkId: here.parkId,
      ...{ code: null, shown: shownCode(code), at: now.toISOString(), effects: [], state: "waiting" },
      ...{ admitted: false, reason: here.reason, tried: false, withdrawn: false, seq: ++this.seq },
      ...(people !== undefined && { people }),
      ...(direction && { direction }),
    };
    const said = await this.ask(passage, text);
    const { shown } = passage;
    if (said === "refused")
      return { ...here, admitted: false, people: 0, message: this.state.refused, shown, here: false };
    if (said) return this.keepAnswer(passage, here, said);
    await this.keep({ ...passage, ...decidedHere(here, code), code: await this.store.seal(text) });
    return { ...here, shown, here: true };
  }

  private async judge(
    code: Recognised,
    signed: SignedCode | null,
    asked: { people: number | undefined; now: Date; direction: "in" | "out" | undefined },
  ): Promise<JudgedHere> {
    const { gate } = this.state;
    if (!gate) throw new Error("not paired");
    const found = await this.find(code, signed);
    if (found.length === 0 && !signed) {
      const cards = await cardsHere(this.store, code, { salt: this.salt, passages: this.passages.values() });
      const people = asked.people ?? 1;
      const plan = planOfCards(cards, { gate, people, now: asked.now, direction: asked.direction });
      if (plan) return byCards(plan, people);
    }
    const known = { salt: this.salt, passages: this.passages.values() };
    const [band] = found.length === 0 && !signed ? await wornHere(this.store, code, known) : [];
    // It stands for one ticket, whatever else it looks like.
    const its: Recognised = band ? { kind: "ticketNo", value: band.ticketNo } : code;
    const rest = { ...asked, ticketId: undefined, inside: null, forced: false };
    const judged = byTickets(planOf(band ? [band] : found, { gate, code: its, ...rest }));
    return { ...judged, ...(!judged.admitted && needsLine(code.value)) };
  }

  private async find(code: Recognised, signed: SignedCode | null): Promise<Found[]> {
    const known = { salt: this.salt, passages: [...this.passages.values()] };
    if (!signed) return foundHere(this.store, code, known);
    if (!(await isBelieved(this.store, signed, this.state.corpCode))) return [];
    const found = await foundHere(this.store, code, known);
    return found.length > 0 ? found : ofSigned(this.store, signed, known);
  }

  /** The server's answer; null where there is no line. */
  private async ask(passage: Passage, text: string): Promise<Answer<"deviceCheck"> | "refused" | null> {
    if (!this.state.online || !navigator.onLine) return null;
    const { passageKey, people, direction } = passage;
    try {
      const asked = {
        token: this.token,
        passageKey,
        code: text,
        ...(people && { people }),
        ...(direction && { direction }),
      };
      return await call(this.caller, "deviceCheck", asked);
    } catch (error) {
      if (error instanceof NoLine) {
        passage.tried = true;
        this.show({ online: false });
        return null;
      }
      if (!(error instanceof Refused)) throw error;
      if (error.status === 401) await this.revoked(error.message);
      else this.show({ refused: error.message });
      return "refused";
    }
  }

  private async keepAnswer(passage: Passage, known: JudgedHere, said: Answer<"deviceCheck">): Promise<ShownVerdict> {
    const { admitted, reason, direction, passed: people, ticket, card } = said;
    const effects = admitted && known.effects.length > 0 ? known.effects : toldOf(said);
    await this.keep({ ...passage, admitted, reason, effects, state: "sent" });
    void this.sync();
    const ticketType = ticket?.ticketTypeName ?? card?.typeName ?? "";
    const { shown } = passage;
    return {
      admitted,
      direction,
      message: said.message,
      people,
      ticketType,
      hints: hintsTold(said),
      shown,
      here: false,
    };
  }

  /** The turnstile did not turn. Answers whether the last passage is taken back. */
  takeBack(): Promise<boolean> {
    return this.alone(async () => {
      const last = this.lastToTakeBack();
      if (!last) return false;
      if (last.state === "waiting" && !last.tried) {
        // The server never heard of it, and nobody went through: there is nothing to tell.
        this.passages.delete(last.passageKey);
        await this.store.removePassages([last.passageKey]);
        this.show({});
        return true;
      }
      if (last.state === "waiting") {
        // Whether it arrived is asked once there is a line again.
        await this.keep({ ...last, withdrawn: true, effects: [] });
        return true;
      }
      try {
        await call(this.caller, "deviceTakeBack", { token: this.token, passageKey: last.passageKey });
        await this.keep({ ...last, withdrawn: true, effects: [] });
        return true;
      } catch (error) {
        if (error instanceof NoLine) this.show({ online: false });
        else if (error instanceof Refused) this.show({ refused: error.message });
        else throw error;
        return false;
      }
    });
  }

  private lastToTakeBack(): Passage | null {
    const last = [...this.passages.values()].findLast(({ admitted }) => admitted);
    if (!last || last.withdrawn) return null;
    return this.now().getTime() - Date.parse(last.at) <= minutesToTakeBack * 60_000 ? last : null;
  }

  /** Says that it lives, brings what waits, fetches what changed. Once at a time; without a line nothing happens. */
  sync(): Promise<void> {
    this.syncing ??= this.syncOnce().finally(() => {
      this.syncing = null;
    });
    return this.syncing;
  }

  private async syncOnce(): Promise<void> {
    if (this.token === "") return;
    try {
      await this.beat();
      if (this.state.step !== "paired" || !this.state.gate) return;
      const shared = {
        store: this.store,
        caller: this.caller,
        token: this.token,
        alone: this.alone,
        passages: this.passages,
      };
      const conflicts = await upload({ ...shared, gateId: this.state.gate.id, now: () => this.now() });
      await this.tellConflicts(conflicts);
      this.show({ online: true, refused: "" });
      const { day, packageAt, gate } = this.state;
      const wanted = businessDay(this.now());
      const since = day === wanted ? packageAt : "";
      const fetched = await fetchPackage({ ...shared, day: wanted, since });
      this.salt = fetched.salt;
      this.show({ day: wanted, packageAt: fetched.at, ...(await this.held()), gate });
    } catch (error) {
      if (error instanceof NoLine) this.show({ online: false });
      else if (error instanceof Refused && error.status === 401) await this.revoked(error.message);
      else if (error instanceof Refused) this.show({ refused: error.message });
      else throw error;
    }
  }

  private async beat(): Promise<void> {
    const sent = Date.now();
    const { queue } = this.counts();
    const battery = await batteryOf();
    const told = { token: this.token, version, queue, clock: new Date(sent).toISOString() };
    const answer = await call(this.caller, "deviceBeat", { ...told, ...(battery !== null && { battery }) });
    // Half of the way there and back: the server looked at its clock in between.
    const ahead = (sent + Date.now()) / 2 - Date.parse(answer.now);
    this.ahead = ahead;
    keepZone(answer.zone);
    await this.store.set("ahead", ahead);
    await this.store.set("zone", answer.zone);
    if (answer.state === "waiting" || !answer.gate) return this.show({ step: "waiting", online: true });
    await this.store.set("gate", answer.gate);
    this.show({ step: "paired", gate: answer.gate, ahead: Math.round(ahead / 1000) });
  }

  private async tellConflicts(found: readonly Conflict[]): Promise<void> {
    if (found.length === 0) return;
    const keys = new Set(found.map(({ passageKey }) => passageKey));
    const conflicts = [...found, ...this.state.conflicts.filter(({ passageKey }) => !keys.has(passageKey))].slice(
      0,
      200,
    );
    await this.store.set("conflicts", conflicts);
    this.show({ conflicts });
  }

  /** It opens nothing any more: what it held of others goes, what it has to tell stays until it is paired again. */
  private async revoked(message: string): Promise<void> {
    this.token = "";
    await this.store.set("token", undefined);
    await this.store.set("packageAt", undefined);
    await this.store.set("cardsAt", undefined);
    await this.store.set("day", undefined);
    await this.store.set("gate", undefined);
    await this.store.clearTickets();
    await this.store.clearCards();
    this.show({ ...newState, conflicts: this.state.conflicts, refused: message });
  }

  private async recall(): Promise<void> {
    const { store } = this;
    speak(this.state.locale);
    this.token = (await store.get("token")) ?? "";
    this.salt = (await store.get("salt")) ?? "";
    this.ahead = (await store.get("ahead")) ?? 0;
    keepZone((await store.get("zone")) ?? usualZone);
    for (const passage of await store.passages()) this.passages.set(passage.passageKey, passage);
    this.seq = Math.max(0, ...[...this.passages.values()].map(({ seq }) => seq));
    const gate = (await store.get("gate")) ?? null;
    this.show({
      step: this.token === "" ? "new" : gate ? "paired" : "waiting",
      code: (await store.get("code")) ?? "",
      gate,
      day: (await store.get("day")) ?? "",
      packageAt: (await store.get("packageAt")) ?? "",
      conflicts: (await store.get("conflicts")) ?? [],
      ...(await this.held()),
      ahead: Math.round(this.ahead / 1000),
    });
  }

  private async held() {
    return { tickets: await this.store.ticketCount(), cards: await this.store.cardCount() };
  }

  private async keep(passage: Passage): Promise<void> {
    this.passages.set(passage.passageKey, passage);
    await this.store.putPassages([passage]);
    this.show({});
  }

  private counts() {
    const waiting = [...this.passages.values()].filter(({ state }) => state === "waiting");
    const gateId = this.state.gate?.id;
    const queue = waiting.filter((one) => gateId === undefined || one.gateId === gateId).length;
    return { queue, elsewhere: waiting.length - queue };
  }

  private show(change: Partial<GateState>): void {
    this.state = { ...this.state, ...change };
    const last = this.lastToTakeBack();
    this.state = { ...this.state, ...this.counts(), last: last && { key: last.passageKey, shown: last.shown } };
    this.changed();
  }

  private readonly alone = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = this.turn.then(work);
    this.turn = mine.catch(() => undefined);
    return mine;
  };
}

/** What the server shall not infer anew from what it knows by then: the way, and of an order how many. */
export function decidedHere(
  { admitted, effects, direction, people }: JudgedHere,
  { kind }: Pick<Recognised, "kind">,
): Pick<Passage, "admitted" | "effects" | "direction" | "people"> {
  return { admitted, effects, direction, ...(admitted && kind === "orderNo" && { people }) };
}

/** Per cent; null where the browser does not tell. */
async function batteryOf(): Promise<number | null> {
  const told = (navigator as { getBattery?: () => Promise<{ level: number }> }).getBattery;
  const battery = await told?.call(navigator).catch(() => null);
  return battery ? Math.round(battery.level * 100) : null;
}
