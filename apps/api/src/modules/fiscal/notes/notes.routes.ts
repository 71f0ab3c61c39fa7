import { notes } from '@morada/contract/fiscal/fiscal-notes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { LEASE_NOTE_LIST } from './lease-notes.export.ts';
import { importNote, listLeaseNotes, noteIssued, noteXml, printNote, removeNote } from './lease-notes.service.ts';
import { packMonth, printIssued } from './note-papers.service.ts';
import { findMissing } from './notes.service.ts';
import * as service from './service-notes.service.ts';

export function notesModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, notes.list, ({ query }, { ctx }) => service.listNotes(ctx, query));
  route(app, deps, notes.show, ({ params }, { ctx }) => service.showNote(ctx, params.id));
  route(app, deps, notes.xml, async ({ params }, { ctx }) => asDownload(await service.openXml(ctx, params.id)));
  route(app, deps, notes.paper, ({ params }, { ctx }) => printIssued(ctx, params.id));
  route(app, deps, notes.archive, async ({ query }, { ctx }) => asDownload(await packMonth(ctx, query)));
  route(app, deps, notes.release, ({ params }, { ctx }) => service.releaseNote(ctx, params.id));
  route(app, deps, notes.cancel, ({ params, body }, { ctx }) => service.cancelNote(ctx, params.id, body));
  route(app, deps, notes.noteCanceled, ({ params }, { ctx }) => service.noteCanceledElsewhere(ctx, params.id));
  route(app, deps, notes.replace, ({ params, body }, { ctx }) => service.replaceNote(ctx, params.id, body));
  route(app, deps, notes.redo, ({ params }, { ctx }) => service.redoNote(ctx, params.id));
  route(app, deps, notes.check, ({ params }, { ctx }) => service.checkNote(ctx, params.id));
  route(app, deps, notes.missing, (_, { ctx }) => findMissing(ctx));
  route(app, deps, notes.leases, ({ query }, { ctx }) => listLeaseNotes(ctx, query));
  route(app, deps, notes.exportLeases, savedList(LEASE_NOTE_LIST));
  route(app, deps, notes.note, ({ params, body }, { ctx }) => noteIssued(ctx, params.id, body));
  route(app, deps, notes.importNote, ({ params, file }, { ctx }) => importNote(ctx, params.id, file));
  route(app, deps, notes.noteXml, async ({ params }, { ctx }) => asDownload(await noteXml(ctx, params.id)));
  route(app, deps, notes.notePaper, ({ params }, { ctx }) => printNote(ctx, params.id));
  route(app, deps, notes.removeNote, ({ params }, { ctx }) => removeNote(ctx, params.id));
}
