/** What the audit log leaves out of a payload: what its schema, or one that it is made of, was declared to be. */
import { z } from "zod";
import { secretThere } from "~/contract/field-kinds";
import { type Sensitivity, sensitivity } from "~/contract/sensitivity";

type Schema = z.core.$ZodType;

/** The schema with all that lies around the same value: what it wraps, both ends of a pipe, what a union may be. */
function layersOf(schema: Schema): Schema[] {
  return [schema, ...withinOf(schema).flatMap(layersOf)];
}

function withinOf(schema: Schema): readonly Schema[] {
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodLazy) return [schema.unwrap()];
  for (const kind of [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodPrefault, z.ZodNonOptional, z.ZodReadonly])
    if (schema instanceof kind) return [schema.unwrap()];
  return [];
}

/** Layers of the values below one, by their key; those of a list's items and of a record's values under `*`. */
function below(layers: readonly Schema[], key: string): Schema[] {
  return layers.flatMap((layer) => {
    const schema = layer instanceof z.ZodObject ? layer.shape[key] : itemOf(layer);
    return schema ? layersOf(schema) : [];
  });
}

function itemOf(layer: Schema): Schema | undefined {
  if (layer instanceof z.ZodArray) return layer.element;
  return layer instanceof z.ZodRecord ? layer.valueType : undefined;
}

const kindOf = (layers: readonly Schema[]): Sensitivity | undefined =>
  layers.map((layer) => sensitivity.get(layer)?.kind).find((kind) => kind !== undefined);

/** The payload as its schema took it, less what is secret and what is a person's. */
export function withoutSensitive(schema: Schema, payload: unknown): unknown {
  return reduced(layersOf(schema), payload);
}

function reduced(layers: readonly Schema[], value: unknown): unknown {
  const kind = kindOf(layers);
  if (kind === "secret" || kind === "personal") return undefined;
  if (Array.isArray(value)) return value.map((item) => reduced(below(layers, "*"), item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, reduced(below(layers, key), inner)])
      .filter(([, inner]) => inner !== undefined),
  );
}

const withSecrets = new WeakMap<Schema, boolean>();

/** The secrets that a payload brought, as they were sent: no entry has one of them, whoever wrote it. */
export function secretsOf(schema: Schema, payload: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const known = withSecrets.get(schema) ?? holdsSecret(schema);
  withSecrets.set(schema, known);
  if (known) collect(layersOf(schema), payload, found);
  return found;
}

const holdsSecret = (schema: Schema): boolean => everyLeaf(schema).some(({ layers }) => kindOf(layers) === "secret");

function collect(layers: readonly Schema[], value: unknown, found: Set<string>): void {
  if (kindOf(layers) === "secret") {
    // The sign that stands for a secret tells nothing.
    if (typeof value === "string" && value !== "" && value !== secretThere) found.add(value);
  } else if (typeof value === "object" && value !== null) {
    const key = (name: string) => (Array.isArray(value) ? "*" : name);
    for (const [name, inner] of Object.entries(value)) collect(below(layers, key(name)), inner, found);
  }
}

interface Leaf {
  name: string;
  layers: readonly Schema[];
}

/** Every value of a payload that has a name and nothing below. */
function everyLeaf(schema: Schema, name = ""): Leaf[] {
  const layers = layersOf(schema);
  if (kindOf(layers)) return [{ name, layers }];
  const inner = layers.flatMap((layer): [string, Schema][] => {
    if (layer instanceof z.ZodObject) return Object.entries(layer.shape);
    const item = itemOf(layer);
    return item ? [[name, item]] : [];
  });
  return inner.length > 0 ? inner.flatMap(([key, one]) => everyLeaf(one, key)) : [{ name, layers }];
}

const suspicious = /pass|pwd|secret|token|ident|idcard|certno|mobile|phone|digest|device|checkcode/i;

/** Names of texts that sound as if they were secret or a person's, and whose schema says nothing of it. */
export function unclassifiedNames(schema: Schema): string[] {
  const isText = (layers: readonly Schema[]) => layers.some((layer) => layer instanceof z.ZodString);
  return everyLeaf(schema)
    .filter(({ name, layers }) => suspicious.test(name) && isText(layers) && kindOf(layers) === undefined)
    .map(({ name }) => name);
}
