import type { ExportFormat } from '@morada/contract/base/export';
import type { Context } from '../context.ts';
import { type ListSearch, type ListSheet, saveList } from '../sheets/export.ts';
import { asDownload } from './route.ts';

/** Handler of an endpoint that exports a list. */
export const savedList =
  <S extends ListSearch, Row>(list: ListSheet<S, Row>) =>
  async ({ params, query }: { params: { format: ExportFormat }; query: S }, { ctx }: { ctx: Context }) =>
    asDownload(await saveList(ctx, params.format, list, query));
