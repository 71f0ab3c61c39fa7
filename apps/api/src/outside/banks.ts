import type { Bank } from '@morada/contract/registry/places';
import { BANKS } from '@morada/domain/bank/banks';
import * as z from 'zod/mini';
import { DAY, Recent } from './recent.ts';
import type { Ask } from './service.ts';
import { tidy } from './tidy.ts';

/** Institutions without a code can't receive payments. */
const BrasilApi = z.array(
  z.object({
    code: z.nullable(z.int().check(z.gte(0), z.lte(999))),
    name: z.nullable(z.string()),
    fullName: z.nullish(z.string()),
  }),
);

/** The built-in list, updated with names and banks of the service. */
export function bankList(ask: Ask) {
  const recent = new Recent<Bank[]>({ room: 1, lasts: DAY });
  return async (): Promise<Bank[]> => {
    const known = recent.get('banks');
    if (known) return known;
    const names = new Map(BANKS.map(({ code, name }) => [code, name]));
    for (const { code, name, fullName } of (await ask({ path: 'banks/v1', answer: BrasilApi })) ?? []) {
      const called = tidy(fullName ?? name);
      if (code !== null && called) names.set(String(code).padStart(3, '0'), called);
    }
    const banks = [...names]
      .map(([code, name]) => ({ code, name }))
      .sort((one, other) => (one.code < other.code ? -1 : 1));
    recent.set('banks', banks);
    return banks;
  };
}
