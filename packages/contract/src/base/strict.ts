import * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

const acceptsAbsence = (schema: Schema) => schema._zod.optin === 'optional';

/**
 * The schema without its `z.catch`, so that the server refuses unreadable values. Filters are written leniently,
 * because the address bar, which users edit, shares their schema; a call never guesses. A required caught field keeps
 * its fallback for callers that omit it.
 */
export function strict<T extends Schema>(schema: T): T {
  return rewritten(schema) as T;
}

function rewritten(schema: Schema): Schema {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case 'catch': {
      const inner = rewritten(def.innerType);
      if (acceptsAbsence(inner)) return inner;
      const fallback = def.catchValue({ value: undefined, issues: [], error: { issues: [] }, input: undefined });
      return z._default(inner as z.ZodMiniType, fallback as never);
    }
    case 'optional':
    case 'default': {
      // The inner schema already handles absence.
      const innerDef = def.innerType._zod.def as Def;
      const inner = innerDef.type === 'catch' ? innerDef.innerType : def.innerType;
      const next = rewritten(inner);
      return next === def.innerType ? schema : z.core.clone(schema, { ...def, innerType: next } as never);
    }
    case 'nullable':
      return changed(schema, def.innerType, (innerType) => ({ ...def, innerType }));
    case 'array':
      return changed(schema, def.element, (element) => ({ ...def, element }));
    case 'union': {
      const options = def.options.map(rewritten);
      return options.every((option, at) => option === def.options[at])
        ? schema
        : z.core.clone(schema, { ...def, options } as never);
    }
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, rewritten(field)] as const);
      if (fields.every(([name, field]) => field === def.shape[name])) return schema;
      return z.core.clone(schema, { ...def, shape: Object.fromEntries(fields) } as never);
    }
    default:
      return schema;
  }
}

/** Returns the same object when nothing was caught: forms compare schemas by identity. */
function changed(schema: Schema, inner: Schema, def: (inner: Schema) => object): Schema {
  const next = rewritten(inner);
  return next === inner ? schema : z.core.clone(schema, def(next) as never);
}
