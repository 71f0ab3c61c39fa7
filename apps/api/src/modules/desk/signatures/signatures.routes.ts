import { signatureTasks } from '@morada/contract/desk/signature-tasks';
import { signatures } from '@morada/contract/desk/signatures';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { Download, route, Versioned } from '#api/http/route.ts';
import * as settings from './settings.service.ts';
import * as service from './signatures.service.ts';

export function signaturesModule(app: FastifyInstance, deps: Deps) {
  const versioned = async (shown: ReturnType<typeof service.showSignature>) => {
    const { signature, version } = await shown;
    return new Versioned(signature, version);
  };
  const shown = async (made: ReturnType<typeof service.showSignature>) => (await made).signature;
  route(app, deps, signatures.list, ({ query }, { ctx }) => service.listSignatures(ctx, query));
  route(app, deps, signatureTasks.list, (_, { ctx }) => service.listTasks(ctx));
  route(app, deps, signatures.create, ({ body }, { ctx }) => shown(service.createSignature(ctx, body)));
  route(app, deps, signatures.upload, ({ body, file }, { ctx }) => shown(service.uploadSignature(ctx, body, file)));
  route(app, deps, signatures.settings, (_, { ctx }) => settings.showSettings(ctx));
  route(app, deps, signatures.saveSettings, ({ body }, { ctx }) => settings.saveSettings(ctx, body));
  route(app, deps, signatures.show, ({ params }, { ctx }) => versioned(service.showSignature(ctx, params.id)));
  route(app, deps, signatures.update, ({ params, body }, { ctx }) =>
    versioned(service.updateSignature(ctx, params.id, body)),
  );
  route(app, deps, signatures.remove, ({ params }, { ctx }) => service.removeSignature(ctx, params.id));
  route(app, deps, signatures.send, ({ params }, { ctx }) => versioned(service.sendSignature(ctx, params.id)));
  route(app, deps, signatures.withdraw, ({ params, body }, { ctx }) =>
    versioned(service.withdrawSignature(ctx, params.id, body.reason)),
  );
  route(app, deps, signatures.correct, ({ params, body, file }, { ctx }) =>
    shown(service.correctSignature(ctx, params.id, body, file)),
  );
  route(app, deps, signatures.seal, ({ params }, { ctx }) => versioned(service.retrySeal(ctx, params.id)));
  route(
    app,
    deps,
    signatures.page,
    async ({ params }, { ctx }) => new Download(await service.showPage(ctx, params.id, params.page), 'inline'),
  );
  route(app, deps, signatures.text, ({ params }, { ctx }) => service.showText(ctx, params.id, params.page));
  route(
    app,
    deps,
    signatures.paper,
    async ({ params }, { ctx }) => new Download(await service.openPaper(ctx, params.id, 'paper'), 'inline'),
  );
  route(
    app,
    deps,
    signatures.signed,
    async ({ params }, { ctx }) => new Download(await service.openPaper(ctx, params.id, 'signed'), 'inline'),
  );
  route(app, deps, signatures.remind, ({ params }, { ctx }) => service.remindSigner(ctx, params.id));
  route(app, deps, signatures.renewLink, ({ params, body }, { ctx }) => service.renewLink(ctx, params.id, body));
}
