import * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Encode = NonNullable<z.core.$ZodPipeDef['reverseTransform']>;
/** Definitions of codecs, pipes, wrappers (optional, nullable, default, catch), arrays and objects. */
type Def = {
  reverseTransform?: Encode;
  in?: Schema;
  out?: Schema;
  innerType?: Schema;
  element?: Schema;
  shape?: Readonly<Record<string, Schema>>;
};

/**
 * Request data in its wire form: values of codecs are encoded (centavos become reais), everything else is unchanged.
 *
 * `z.encode` can't do it: requests also hold one-way transforms (a mask taken off), and an invalid value must reach the
 * server, or the form's validation, which say what is wrong with it.
 */
export function encoded(schema: Schema | undefined, value: unknown): unknown {
  // An empty field has nothing to encode.
  if (!schema || value === undefined || value === null || value === '') return value;
  const { reverseTransform, in: wire, out, innerType, element, shape } = schema._zod.def as Def;
  if (reverseTransform) return reverseTransform(value as never, { value, issues: [] } as never);
  if (out) return encoded(wire, encoded(out, value));
  if (innerType) return encoded(innerType, value);
  if (element && Array.isArray(value)) return value.map((one) => encoded(element, one));
  if (!shape || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, encoded(shape[name], field)]));
}

/** Validates a value as the server would, in its wire form. */
export const parseDecoded = (schema: Schema, value: unknown) => z.safeParse(schema, encoded(schema, value));
