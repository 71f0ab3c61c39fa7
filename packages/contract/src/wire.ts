import * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

/**
 * What a call sends, as it travels: the values of codecs encoded (centavos become reais), everything else as it is.
 *
 * `z.encode` can't do it: requests also hold one-way transforms (a mask taken off), and an invalid value must reach the
 * server, or the form's validation, which say what is wrong with it.
 */
export function encoded(schema: Schema, value: unknown): unknown {
  // An empty field has nothing to encode.
  if (value === undefined || value === null || value === '') return value;
  const def = schema._zod.def as Def;
  switch (def.type) {
    case 'pipe':
      return def.reverseTransform
        ? def.reverseTransform(value as never, { value, issues: [] } as never)
        : encoded(def.in, encoded(def.out, value));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return encoded(def.innerType, value);
    case 'array':
      return Array.isArray(value) ? value.map((one) => encoded(def.element, one)) : value;
    case 'object':
      return isRecord(value) ? mapped(value, (field, name) => encodedField(def.shape[name], field)) : value;
    default:
      return value;
  }
}

/** Whether the server would accept the value, and why not: it judges what travels. */
export const parseDecoded = (schema: Schema, value: unknown) => z.safeParse(schema, encoded(schema, value));

const encodedField = (schema: Schema | undefined, value: unknown) => (schema ? encoded(schema, value) : value);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const mapped = (record: Record<string, unknown>, change: (value: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
