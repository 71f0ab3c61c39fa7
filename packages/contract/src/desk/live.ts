import type { Access } from '@morada/domain/access/permissions';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { DEBT_AGREEMENT_READERS } from '../collection/debt-agreements.search.ts';
import { DEBT_READERS } from '../collection/debt-readers.ts';
import { APPLICATION_READERS } from '../lease/applications.search.ts';
import { INVOICE_READERS } from '../money/invoices.search.ts';
import { MAINTENANCE_READERS } from './maintenance.search.ts';
import { SIGNATURE_READERS } from './signatures.search.ts';

/** Data that may change while a page is open. An event names its topic and carries no data: listeners refetch. */
export type Topic =
  | 'badges'
  | 'notifications'
  | 'bulk'
  | 'demonstration'
  | 'billing'
  // Invoices that a bank's payments settled or reopened, and boletos that it registered or refused.
  | 'bank-payments'
  // Messages to clients and what became of them.
  | 'messages'
  // Steps of the collection, and what people did about them.
  | 'collection'
  // Papers of a debt, and what was registered of it.
  | 'debt'
  // Debt agreements accepted, ended or reinstated.
  | 'agreements'
  // Leads that came in, moved or were passed on.
  | 'leads'
  // Requests for repair.
  | 'maintenance'
  // Forms of would-be tenants, and what was decided of them.
  | 'applications'
  // Papers that were sent, signed, refused or closed.
  | 'signatures'
  | `ticket:${number}`;

/** Sent after a gap in the stream: any open data may be stale. */
export const MISSED = 'missed';

/** Time limit for opening a stream, in ms. A listener that waited longer treats its data as stale. */
export const OPENING_MS = 1_000;

const AGE = 'Informe a idade em milissegundos';

/** Permissions to listen to a topic; undefined: no such topic. */
export function topicAccess(topic: string): Access | undefined {
  if ([MISSED, 'notifications', 'bulk', 'demonstration'].includes(topic)) return 'login';
  if (topic === 'billing' || topic === 'bank-payments') return INVOICE_READERS;
  if (topic === 'messages' || topic === 'collection') return 'COLLECTION_VIEW';
  if (topic === 'debt') return DEBT_READERS;
  if (topic === 'agreements') return DEBT_AGREEMENT_READERS;
  if (topic === 'maintenance') return MAINTENANCE_READERS;
  if (topic === 'leads') return 'LEAD_VIEW';
  if (topic === 'applications') return APPLICATION_READERS;
  if (topic === 'signatures') return SIGNATURE_READERS;
  if (topic === 'badges') return ['SCHEDULE_VIEW', 'SUPPORT_VIEW', 'CONTACT_VIEW'];
  return topic.startsWith('ticket:') ? 'SUPPORT_VIEW' : undefined;
}

export const live = endpoints('live', {
  stream: {
    method: 'GET',
    path: '/live',
    access: 'login',
    /** `age` of the listener's oldest data, in ms: the stream begins with topics changed since. Absent: `missed`. */
    query: z.object({
      age: z.optional(z.coerce.number(AGE).check(z.int(AGE), z.gte(0, AGE), z.lte(999_999_999_999_999, AGE))),
    }),
    summary: 'O que mudou, enquanto a página está aberta (server-sent events, sem fim)',
    file: 'text/event-stream',
  },
});
