import { NOTE_KINDS, NOTE_STATES, NOTE_WAITS } from '@morada/domain/fiscal/service-note';
import * as z from 'zod/mini';
import { calendarDate, pageNumber, reference, searchText } from '../base/fields.ts';

export const FISCAL_READERS = 'FISCAL_VIEW';

/** Years that the books can cover. */
const YEAR = 'Informe o ano, de 2000 a 2199';
export const fiscalYear = z.coerce.number(YEAR).check(z.int(YEAR), z.gte(2000, YEAR), z.lte(2199, YEAR));

/** Year of the page; absent, the one whose DIMOB is being prepared. */
export const yearSearch = z.catch(z.optional(fiscalYear), undefined);

export const FiscalYearSearch = z.object({ year: yearSearch });

/** Rows of DIMOB: owner, tenant or address. */
export const DimobSearch = z.object({ page: z.optional(pageNumber), year: yearSearch, query: searchText });

/** Month of the sheets of withheld tax; absent: the current one. */
export const WithholdingSearch = z.object({
  page: z.optional(pageNumber),
  month: z.catch(z.optional(reference()), undefined),
});

/** Month of the accountant's postings; absent: the current one. */
export const AccountingSearch = z.object(WithholdingSearch.shape);

export const FiscalTableTab = z.enum(['withholding', 'calendar', 'reform']);

/** Kind of the tables shown. */
export const FiscalTableSearch = z.object({ kind: z.catch(z._default(FiscalTableTab, 'withholding'), 'withholding') });

const words = <K extends string>(record: Record<K, unknown>) => z.enum(Object.keys(record) as [K, ...K[]]);

/** Notes of the national system: by people or number, kind, state, who they wait for, and the month or the day of the payment. */
export const NoteSearch = z.object({
  page: z.optional(pageNumber),
  query: searchText,
  kind: z.catch(z.optional(words(NOTE_KINDS)), undefined),
  state: z.catch(z.optional(words(NOTE_STATES)), undefined),
  waits: z.catch(z.optional(words(NOTE_WAITS)), undefined),
  month: z.catch(z.optional(reference()), undefined),
  day: z.catch(z.optional(calendarDate()), undefined),
});
