import type { Access } from '@morada/domain/access/permissions';
import * as z from 'zod/mini';

/** File formats of a saved list. */
export const ExportFormat = z.enum(['xlsx', 'csv']);
export type ExportFormat = z.output<typeof ExportFormat>;

const MAX_IDS = 500;
const NUMBERS = new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${MAX_IDS - 1}}$`);
const numbers = z.optional(
  z.pipe(
    z.string().check(z.regex(NUMBERS, 'Escolha até 500 registros, ou exporte o filtro')),
    z.transform((words: string) => words.split(',').map(Number)),
  ),
);

/** Selection beside the filters: these rows alone, whatever the filters, or all but these. `12,15`. */
export const NAMED_ROWS = { ids: numbers, except: numbers };

/** Declares the export of a list: its permission and filters, in either format. */
export const listExport = <
  const Path extends `/${string}/:format`,
  const A extends Access,
  Filters extends z.core.$ZodLooseShape,
>(call: {
  path: Path;
  access: A;
  summary: string;
  query: z.ZodMiniObject<Filters>;
}) =>
  ({
    ...call,
    method: 'GET',
    params: z.object({ format: ExportFormat }),
    query: z.extend(call.query, NAMED_ROWS),
    file: 'application/octet-stream',
  }) as const;

/** Selection in a list: by id, or everything a filter finds except some. */
export type Chosen<Filter> = { ids: number[] } | { filter: Filter; except: number[] };

/** The selection as query parameters. */
export function exported(chosen: Chosen<object> | undefined): { ids?: string; except?: string } {
  if (!chosen) return {};
  if ('ids' in chosen) return { ids: chosen.ids.join() };
  return chosen.except.length > 0 ? { except: chosen.except.join() } : {};
}
