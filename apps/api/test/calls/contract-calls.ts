import { readdirSync } from 'node:fs';
import type { Endpoint } from '@morada/contract/base/endpoint';

const CONTRACT = new URL('../../../../packages/contract/src/', import.meta.url);
const names = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
const modules = await Promise.all(
  names.map((name): Promise<Record<string, unknown>> => import(new URL(name, CONTRACT).href)),
);
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
/** Every call of the contract, once. */
export const CALLS = [
  ...new Map(
    modules
      .flatMap((exported) => Object.values(exported))
      .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
      .filter(isEndpoint)
      .map((call) => [`${call.method} ${call.path}`, call] as const),
  ).values(),
];
