import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Endpoint } from '../base/endpoint.ts';
import { Problem } from '../base/problem.ts';

type Def = Record<string, unknown> & { type?: string };
type Schema = { _zod: { def: Def } };

const files = globSync('**/*.ts', { cwd: new URL('..', import.meta.url) });
const modules = await Promise.all(
  files
    .filter((name) => !name.endsWith('.test.ts'))
    .map(async (name) => ({
      resource: name.split('.')[0],
      exports: (await import(new URL(`../${name}`, import.meta.url).href)) as Record<string, unknown>,
    })),
);
const valuesOf = (module: Record<string, unknown>) =>
  Object.values(module).flatMap((table) =>
    typeof table === 'object' && table !== null ? (Object.values(table) as unknown[]) : [],
  );
const tables = modules.flatMap(({ exports }) => valuesOf(exports));

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value;

const problemsOf = (values: unknown[]) =>
  values.flatMap((make): Problem[] => {
    if (typeof make !== 'function' || make.length !== 0) return [];
    try {
      const made: unknown = make();
      return made instanceof Problem ? [made] : [];
    } catch {
      return [];
    }
  });
const problems = problemsOf(tables);

/** The fields that a form of the call may have, `group.field` where they lie in a group: a group itself shows no message. */
function fieldsOf(schema: unknown, prefix = ''): string[] {
  if (!isSchema(schema)) return [];
  const { def } = schema._zod;
  const inside = [
    def.innerType,
    def.in,
    def.out,
    def.left,
    def.right,
    ...(Array.isArray(def.options) ? def.options : []),
  ];
  const parts = inside.flatMap((part) => fieldsOf(part, prefix));
  const shape = Object.entries((def.shape ?? {}) as object).flatMap(([name, field]) => {
    const nested = fieldsOf(field, `${prefix}${name}.`);
    return nested.length > 0 ? nested : [`${prefix}${name}`];
  });
  return [...parts, ...shape];
}

/** Every message that a schema or a check within it was given. */
function messagesOf(schema: unknown, found = new Set<string>(), seen = new Set<unknown>()): Set<string> {
  if (!isSchema(schema) || seen.has(schema)) return found;
  seen.add(schema);
  const { def } = schema._zod;
  if (typeof def.error === 'function') {
    for (const input of ['', '1'.repeat(14)]) {
      const message: unknown = def.error({ input, code: 'custom', path: [] });
      if (typeof message === 'string') found.add(message);
    }
  }
  const parts = [def.innerType, def.in, def.out, def.element, def.keyType, def.valueType, def.left, def.right];
  const lists = [def.options, def.checks, def.items, Object.values((def.shape ?? {}) as object)];
  for (const part of [...parts, ...lists.flatMap((list) => (Array.isArray(list) ? list : []))])
    messagesOf(part, found, seen);
  return found;
}

const ofFields = new Set<string>(problems.flatMap(({ field, message }) => (field ? [message] : [])));
for (const call of tables.filter(isEndpoint))
  for (const part of [call.params, call.query, call.body] as (z.ZodMiniType | undefined)[]) messagesOf(part, ofFields);

const sentences = (message: string) => message.split(/(?<=[.!?:]) (?=\p{Lu})/u).length;

test('every message of the contract is in sentence case', () => {
  expect(ofFields.size).toBeGreaterThan(150);
  expect(problems.length).toBeGreaterThan(150);
  const all = [...ofFields, ...problems.map(({ message }) => message)];
  expect(all.filter((message) => !/^\p{Lu}/u.test(message))).toEqual([]);
});

test('what stands under a field ends as the specification has it: without a full stop, unless it is two sentences', () => {
  const odd = [...ofFields].filter((message) => message.endsWith('.') !== sentences(message) > 1);
  expect(odd.filter((message) => !message.endsWith('!'))).toEqual([]);
});

test('a refusal that names a field names one of a form of the same resource', () => {
  const resources = [...Map.groupBy(modules, ({ resource }) => resource).values()];
  const homeless = resources.flatMap((parts) => {
    const values = parts.flatMap(({ exports }) => valuesOf(exports));
    const calls = values.filter(isEndpoint);
    // The problems shared by all uploads are declared in a module without calls.
    if (calls.length === 0) return [];
    const names = new Set(
      calls.flatMap(({ body, params, query, upload }) => [
        ...[body, params, query].flatMap((schema) => fieldsOf(schema)),
        ...(upload ? [upload.part ?? 'file'] : []),
      ]),
    );
    // A key of a record comes after a dot.
    const isHomeless = (field: string) => !names.has(field) && !names.has(field.replace(/\..*/, ''));
    return problemsOf(values).flatMap(({ code, field }) => (field && isHomeless(field) ? [`${code}: ${field}`] : []));
  });
  expect(homeless).toEqual([]);
});
