import { type ConsentChange, messageProblems } from '@morada/contract/collection/messages';
import type { ClientSearch } from '@morada/contract/registry/clients.search';
import { CLIENT_TYPES } from '@morada/domain/people/client';
import type * as z from 'zod/mini';
import { checkConsent, noteConsents, withdrawConsents } from '#api/modules/collection/messages/people.service.ts';
import { searchClients } from '#api/modules/registry/clients/clients.service.ts';
import { type Action, BLOCK, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';

const REFUSES = 'Pediu para não receber mensagens por este canal.';

/** "Registrar autorização": undo withdraws what this run noted. */
export const clientConsent: Action<ConsentChange> = {
  readers: 'CLIENT_VIEW',
  name: 'autorizacoes',
  search: (ctx, filter: z.output<typeof ClientSearch>, most) => searchClients(ctx, filter, most),
  options: (ctx, asked) => {
    const { channel, given_on, source, text } = asked as ConsentChange;
    checkConsent(ctx, { given_on });
    return { channel, given_on, source, text };
  },
  evaluate: async (ctx, ids, { channel }) =>
    (await candidates.findConsenting(ctx.db, ids, channel)).map(({ id, version, agreed, refuses }) => ({
      id,
      version,
      reason: agreed ? messageProblems.MESSAGE_CONSENTED_ALREADY().message : refuses ? REFUSES : undefined,
    })),
  named: async (db, ids) =>
    (await candidates.nameOfClients(db, ids)).map(({ id, name, type }) => ({
      id,
      title: name,
      below: `${CLIENT_TYPES[type]} ${id}`,
    })),
  block: BLOCK,
  act: async (trx, ctx, items, given) => {
    const noted = await noteConsents(trx, ctx, recordsOf(items), given);
    return noted.map((consent) => (consent === undefined ? messageProblems.MESSAGE_CONSENTED_ALREADY() : { consent }));
  },
  undo: async (trx, ctx, items) => {
    const ids = items.map(({ trace }) => Number(trace.consent));
    const withdrawn = await withdrawConsents(trx, ctx, ids);
    return ids.map((id) => (withdrawn.has(id) ? undefined : messageProblems.MESSAGE_CONSENT_NOT_FOUND()));
  },
  versions: (trx, items) => candidates.findVersions(trx, 'client', recordsOf(items)),
};
