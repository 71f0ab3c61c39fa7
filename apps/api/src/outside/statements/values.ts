import { type CalendarDate, isCalendarDate } from '@morada/domain/base/calendar';
import { type Cents, reaisToCents } from '@morada/domain/base/money';
import * as z from 'zod/mini';

// Values in statements. A value in another format is null, and its movement counts as unread.

const PLAIN = /^-?\d+(\.\d{1,2})?$/;
const BRAZILIAN = /^-?\d{1,3}(\.\d{3})*,\d{2}$/;

function amount(text: string): Cents | null {
  const given = text.trim();
  const plain = BRAZILIAN.test(given) ? given.replaceAll('.', '').replace(',', '.') : given;
  return PLAIN.test(plain) ? (reaisToCents(Number(plain)) ?? null) : null;
}

/** An amount in reais: a number, `1234.56` or `1.234,56`, which may be below zero. */
export const amountOf = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value) => (typeof value === 'number' ? (reaisToCents(value) ?? null) : amount(value))),
);

const day = (text: string): CalendarDate | null => (isCalendarDate(text) ? text : null);

/** `aaaa-mm-dd`, with or without a time. */
export const dayOf = z.pipe(
  z.string(),
  z.transform((text) => day(text.slice(0, 10))),
);

/** `dd/mm/aaaa` or `aaaa-mm-dd`. */
export const eitherDayOf = z.pipe(
  z.string(),
  z.transform((text) => day(text.includes('/') ? text.slice(0, 10).split('/').reverse().join('-') : text.slice(0, 10))),
);

/** `ddmmaaaa` as a number, whose day has no leading zero. */
export const numericDayOf = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value) => {
    const [, d = '', m = '', y = ''] = /^(\d\d)(\d\d)(\d{4})$/.exec(String(value).padStart(8, '0')) ?? [];
    return day(`${y}-${m}-${d}`);
  }),
);

/** Text or a number, empty when it is missing. */
export const wordOf = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) =>
    String(value ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ),
);

/** Parts of a movement's text in one line, each once. */
export const memoOf = (...parts: string[]) => [...new Set(parts.filter(Boolean))].join(' · ');
