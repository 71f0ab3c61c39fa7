import { parties } from '@morada/contract/lease/parties';
import { proposals } from '@morada/contract/lease/proposals';
import type { FastifyInstance } from 'fastify';
import type { Context, Deps } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { addDocument, removeDocument } from './documents.service.ts';
import { proposalHistory } from './history.service.ts';
import * as people from './parties.service.ts';
import { PROPOSAL_LIST } from './proposals.export.ts';
import { findProposals } from './proposals.queries.ts';
import * as service from './proposals.service.ts';

export function proposalsModule(app: FastifyInstance, deps: Deps) {
  const shown = async (ctx: Context, id: number) => {
    const { proposal, version } = await service.showProposal(ctx, id);
    return new Versioned(proposal, version);
  };
  route(app, deps, proposals.export, savedList(PROPOSAL_LIST));
  route(app, deps, proposals.list, ({ query }, { ctx }) =>
    findProposals(ctx.db, { ...query, seen: seenBy(ctx) }, ctx.today()),
  );
  route(app, deps, proposals.create, ({ body }, { ctx }) => service.createProposal(ctx, body));
  route(app, deps, proposals.show, ({ params }, { ctx }) => shown(ctx, params.id));
  route(app, deps, proposals.update, async ({ params, body }, { ctx }) => {
    await service.updateProposal(ctx, params.id, body);
    return shown(ctx, params.id);
  });
  route(app, deps, proposals.remove, ({ params }, { ctx }) => service.deleteProposal(ctx, params.id));
  route(app, deps, proposals.history, ({ params }, { ctx }) => proposalHistory(ctx, params.id));
  route(app, deps, proposals.addDocument, ({ params, file }, { ctx }) =>
    addDocument(ctx, params.id, params.documentType, file),
  );
  route(app, deps, proposals.removeDocument, ({ params, query, body }, { ctx }) =>
    removeDocument(ctx, params.id, query.id ?? body?.id),
  );
  route(app, deps, proposals.addGuarantor, ({ params, body }, { ctx }) =>
    people.addGuarantor(ctx, params.id, body.user_id),
  );
  route(app, deps, proposals.removeGuarantor, ({ params, query, body }, { ctx }) =>
    people.removeGuarantor(ctx, params.id, query.id ?? body?.id),
  );
  route(app, deps, parties.add, ({ params, body }, { ctx }) => people.addParty(ctx, params.id, body));
  route(app, deps, parties.end, ({ params, body }, { ctx }) =>
    people.endParty(ctx, params.id, params.party, body.valid_to),
  );
  route(app, deps, parties.reopen, ({ params }, { ctx }) => people.reopenParty(ctx, params.id, params.party));
  route(app, deps, parties.discard, ({ params }, { ctx }) => people.discardParty(ctx, params.id, params.party));
  route(app, deps, parties.setPrincipal, ({ params, body }, { ctx }) => people.setPrincipal(ctx, params.id, body));
  route(app, deps, proposals.addExtra, ({ params, body }, { ctx }) => service.addExtra(ctx, params.id, body));
  route(app, deps, proposals.removeExtra, ({ params, query, body }, { ctx }) =>
    service.removeExtra(ctx, params.id, query.id ?? body?.id),
  );
}
