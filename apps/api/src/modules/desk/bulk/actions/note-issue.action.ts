import type { NoteSearch } from '@morada/contract/fiscal/fiscal.search';
import { FISCAL_READERS } from '@morada/contract/fiscal/fiscal.search';
import { formatDate, formatReference } from '@morada/domain/base/calendar';
import { NOTE_KINDS } from '@morada/domain/fiscal/service-note';
import type * as z from 'zod/mini';
import { previewNotes } from '#api/modules/fiscal/notes/issue.service.ts';
import * as notes from '#api/modules/fiscal/notes/service-notes.service.ts';
import { type Action, BLOCK, ordersOf, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';

/** "Emitir notas": lets them leave to the national system, which answers each in its own time. */
export const noteIssue: Action = {
  readers: FISCAL_READERS,
  name: 'notas-emitidas',
  search: (ctx, filter: z.output<typeof NoteSearch>, most) => notes.searchReleasable(ctx, filter, most),
  evaluate: (ctx, ids) => previewNotes(ctx, ids),
  named: async (db, ids) =>
    (await notes.nameNotes(db, ids)).map(({ id, kind, month, competence, taker, issuer }) => ({
      id,
      title: taker.name,
      below: [
        `Nota ${id}`,
        NOTE_KINDS[kind].toLowerCase(),
        month === null ? `pago em ${formatDate(competence)}` : formatReference(month),
        ...(issuer === null ? [] : [`de ${issuer.name}`]),
      ].join(' · '),
    })),
  block: BLOCK,
  act: (trx, ctx, items) => notes.releaseNotes(trx, ctx, ordersOf(items)),
  versions: (trx, items) => candidates.findVersions(trx, 'service_note', recordsOf(items)),
};
