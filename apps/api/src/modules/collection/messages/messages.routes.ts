import { messages } from '@morada/contract/collection/messages';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import * as channels from './channels.service.ts';
import * as listing from './listing.service.ts';
import { previewNews, saveNews } from './news.service.ts';
import * as notices from './notices.service.ts';
import * as people from './people.service.ts';

export function messagesModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, messages.list, ({ query }, { ctx }) => listing.listMessages(ctx, query));
  route(app, deps, messages.summary, (_, { ctx }) => listing.showSummary(ctx));
  route(app, deps, messages.cancel, ({ params }, { ctx }) => listing.cancelMessage(ctx, params.id));
  route(app, deps, messages.copied, ({ params }, { ctx }) => listing.noteCopy(ctx, params.id));
  route(app, deps, messages.settings, (_, { ctx }) => channels.showSettings(ctx));
  route(app, deps, messages.saveSettings, ({ body }, { ctx }) => channels.saveSettings(ctx, body));
  route(app, deps, messages.saveNews, ({ params, body }, { ctx }) => saveNews(ctx, params.kind, body));
  route(app, deps, messages.preview, ({ params, body }, { ctx }) => previewNews(ctx, params.kind, body));
  route(app, deps, messages.saveWhatsApp, ({ body }, { ctx }) => channels.saveWhatsApp(ctx, body));
  route(app, deps, messages.saveSms, ({ body }, { ctx }) => channels.saveSms(ctx, body));
  route(app, deps, messages.removeChannel, ({ params }, { ctx }) => channels.removeChannel(ctx, params.channel));
  route(app, deps, messages.test, ({ params, body }, { ctx }) =>
    channels.testChannel(ctx, params.channel, body.to ?? null),
  );
  route(app, deps, messages.ofClient, ({ params }, { ctx }) => people.showClient(ctx, params.id));
  route(app, deps, messages.refuse, ({ params, body }, { ctx }) => people.refuseForClient(ctx, params.id, body));
  route(app, deps, messages.withdrawRefusal, ({ params }, { ctx }) => people.withdrawRefusal(ctx, params.id));
  route(app, deps, messages.consent, ({ params, body }, { ctx }) => people.noteConsent(ctx, params.id, body));
  route(app, deps, messages.withdrawConsent, ({ params }, { ctx }) => people.withdrawConsent(ctx, params.id));
  route(app, deps, messages.whatsappAddress, ({ query }) => notices.confirmAddress(deps, query));
  route(app, deps, messages.whatsappNotice, ({ body }, { request }) =>
    notices.takeWhatsApp(deps, body, request.signedBody ?? '', request.headers['x-hub-signature-256']),
  );
  route(app, deps, messages.smsNotice, ({ params, body }) => notices.takeSms(deps, params.token, body));
}
