import { certificates } from '@morada/contract/fiscal/fiscal-certificates';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { listCertificates, removeCertificate, saveCertificate } from './certificates.service.ts';

export function certificatesModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, certificates.list, (_, { ctx }) => listCertificates(ctx));
  route(app, deps, certificates.saveAgency, (given, { ctx }) => saveCertificate(ctx, null, given));
  route(app, deps, certificates.removeAgency, (_, { ctx }) => removeCertificate(ctx, null));
  route(app, deps, certificates.saveOwner, (given, { ctx }) => saveCertificate(ctx, given.params.id, given));
  route(app, deps, certificates.removeOwner, ({ params }, { ctx }) => removeCertificate(ctx, params.id));
}
