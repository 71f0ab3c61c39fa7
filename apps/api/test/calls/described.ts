import { cpf } from '../factories.ts';
import type { startApp } from '../harness.ts';
import type { Random } from '../random.ts';

export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };
export type Operation = {
  summary: string;
  'x-permission': unknown;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
};
type Document = { openapi: string; info: object; paths: Record<string, Record<string, Operation>>; components: object };

/** OpenAPI description of every served call. */
export async function described(anonymous: Awaited<ReturnType<typeof startApp>>['anonymous']) {
  const document = (await anonymous.get('/openapi.json')).json<Document>();
  const operations = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return { document, operations };
}

/** A valid value of a field, as JSON text. */
export function honest(name: string, schema: Schema, random: Random): string {
  const options = schema.anyOf?.filter((option) => option.type !== 'null');
  if (options?.[0]) return honest(name, random.pick(options), random);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return JSON.stringify(random.pick(schema.enum));
  const type = [schema.type].flat()[0];
  if (type === 'object') return honestObject(schema, random);
  if (type === 'array') return `[${honest(name, schema.items ?? {}, random)}]`;
  if (type === 'boolean') return String(random.chance(0.5));
  if (type === 'integer') return String(random.integer(1, 8));
  if (type === 'number') return String(random.integer(1, 300_000) / 100);
  if (/date|day$|readjustment$|start|end/.test(name))
    return `"2026-${random.pick(['01', '02', '03', '09'])}-${random.pick(['05', '10', '28'])}"`;
  if (name === 'reference') return `"2026-${random.pick(['03', '04', '07'])}"`;
  if (/cpf|document/.test(name)) return `"${cpf(random.integer(800_000, 899_999))}"`;
  if (name === 'email') return `"fuzz${random.integer(1, 99_999)}@exemplo.com.br"`;
  if (/phone/.test(name)) return '"(32) 98841-2076"';
  if (name === 'cep') return '"36.025-000"';
  if (/code$/.test(name)) return '"341"';
  if (name === 'path') return '"/api/receipt/invoice/1"';
  return JSON.stringify(random.pick(['Rua São Mateus', 'Ana Prado', '12', 'MG']));
}

function honestObject(schema: Schema, random: Random): string {
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || random.chance(0.4),
  );
  return `{${wanted.map(([name, field]) => `${JSON.stringify(name)}:${honest(name, field, random)}`).join()}}`;
}
