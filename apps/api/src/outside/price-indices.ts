import { type CalendarDate, formatDate, isReference, type Reference } from '@morada/domain/base/calendar';
import { parsePercent } from '@morada/domain/base/money';
import { type PriceIndex, SGS_SERIES } from '@morada/domain/lease/readjustment';
import * as z from 'zod/mini';
import type { Ask } from './service.ts';

/** Banco Central's SGS: `[{ "data": "01/09/2026", "valor": "0.82" }]` */
const Sgs = z.array(
  z.object({
    data: z.string().check(z.regex(/^01\/\d{2}\/\d{4}$/)),
    valor: z.string().check(z.regex(/^-?\d{1,3}\.\d{1,2}$/)),
  }),
);

export type IndexMonth = { name: PriceIndex; reference: Reference; rate: number };

/** Monthly rates of an index since a day, in hundredths of a percent. */
export const priceIndices =
  (ask: Ask) =>
  async (name: PriceIndex, since: CalendarDate): Promise<IndexMonth[]> => {
    const months = await ask({
      path: `bcdata.sgs.${SGS_SERIES[name]}/dados`,
      query: { formato: 'json', dataInicial: formatDate(since) },
      answer: Sgs,
      // The service answers 404 when the series has no newer months.
      missing: [404],
    });
    return (months ?? []).flatMap(({ data, valor }) => {
      const reference = `${data.slice(6)}-${data.slice(3, 5)}`;
      const rate = parsePercent(valor.replace('.', ','));
      return isReference(reference) && rate !== undefined ? [{ name, reference, rate }] : [];
    });
  };
