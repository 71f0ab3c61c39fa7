import { contacts } from '@morada/contract/desk/contacts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { CONTACT_LIST } from './contacts.export.ts';
import * as service from './contacts.service.ts';

export function contactsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, contacts.export, savedList(CONTACT_LIST));
  route(app, deps, contacts.list, ({ query }, { ctx }) => service.listContacts(ctx, query.page));
  route(app, deps, contacts.read, ({ params }, { ctx }) => service.readContact(ctx, params.id));
  route(app, deps, contacts.sent, ({ params, body }, { ctx }) => service.keepReply(ctx, params.id, body.channel));
  route(app, deps, contacts.remove, ({ params }, { ctx }) => service.deleteContact(ctx, params.id));
}
