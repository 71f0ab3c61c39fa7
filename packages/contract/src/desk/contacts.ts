import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { idParams, instant, page } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { ContactSearch } from './contacts.search.ts';

export const ContactMessage = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  message: z.string(),
  /** Campaign of the site's address, as `google / cpc / verao`. */
  campaign: z.nullable(z.string()),
  /** Property of the listing it was sent from. */
  property: z.nullable(z.object({ id: z.int(), label: z.string() })),
  created_at: instant,
  /** Null: unread. */
  read_at: z.nullable(instant),
  read_by: z.nullable(z.string()),
});
export type ContactMessage = z.output<typeof ContactMessage>;

export const contacts = endpoints('contacts', {
  list: {
    method: 'GET',
    path: '/contact',
    access: 'CONTACT_VIEW',
    summary: 'Mensagens recebidas pelo site; com `page`, uma página delas',
    query: ContactSearch,
    response: z.union([z.array(ContactMessage), page(ContactMessage)]),
  },
  export: listExport({
    path: '/contact/export/:format',
    access: 'CONTACT_VIEW',
    summary: 'Mensagens recebidas pelo site, em planilha',
    query: z.object({}),
  }),
  read: {
    method: 'PATCH',
    path: '/contact/:id',
    access: 'CONTACT_VIEW',
    summary: 'Marcar uma mensagem como lida',
    params: idParams,
    response: ContactMessage,
  },
  sent: {
    method: 'POST',
    path: '/contact/:id/sent',
    access: 'CONTACT_VIEW',
    summary: 'Registrar que a resposta a uma mensagem foi aberta para envio',
    changes: ['clients'],
    params: idParams,
    body: z.object({ channel: z.enum(['WHATSAPP', 'MAIL']) }),
  },
  remove: {
    method: 'DELETE',
    path: '/contact/:id',
    access: 'CONTACT_DESTROY',
    summary: 'Remover uma mensagem',
    params: idParams,
  },
});

export const contactProblems = problems({
  CONTACT_NOT_FOUND: [404, 'Não encontramos esta mensagem.'],
  CONTACT_READ: [409, 'Já foi lida.'],
});
