import { type CalendarDate, isCalendarDate } from '@morada/domain/base/calendar';
import { reaisToCents } from '@morada/domain/base/money';
import * as z from 'zod/mini';
import { BankFailure } from '../bank-api.ts';
import type { BoletoOrder } from './registrar.ts';

// Values in the answers of banks. A value that is empty, or in another format, is null and counts as not reported.

/** An amount in reais, as a number or as `1234.56`. */
export const amountOf = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value) => {
    if (typeof value === 'string' && !/^\d+(\.\d{1,2})?$/.test(value)) return null;
    return reaisToCents(Number(value)) ?? null;
  }),
);

/** Earlier dates, such as `0001-01-01`, are placeholders of banks for no date. */
const FIRST_YEAR = '2000';

const day = (text: string): CalendarDate | null => (text >= FIRST_YEAR && isCalendarDate(text) ? text : null);

/** `aaaa-mm-dd`, with or without a time. */
export const dayOf = z.pipe(
  z.string(),
  z.transform((text) => day(text.slice(0, 10))),
);

/** `dd.mm.aaaa` or `dd/mm/aaaa`, with or without a time. */
export const brazilianDayOf = z.pipe(
  z.string(),
  z.transform((text) => day(text.slice(0, 10).split(/[./]/).reverse().join('-'))),
);

/**
 * The number of an order at a bank that doesn't number boletos itself.
 * @throws BankFailure REFUSED without one.
 */
export function ourNumber({ nosso_numero }: Pick<BoletoOrder, 'nosso_numero'>): string {
  if (nosso_numero === null) throw new BankFailure('REFUSED', 'O boleto está sem nosso número: gere outro.');
  return nosso_numero;
}

/** Text that is not empty. */
export const textOf = z.pipe(
  z.string(),
  z.transform((text) => text.trim() || null),
);
