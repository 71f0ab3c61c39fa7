import type { Permission } from '@morada/domain/access/permissions';
import * as z from 'zod/mini';

export const BulkAction = z.enum([
  'invoice-pay',
  'invoice-boleto',
  'late-settle',
  'boleto-settle',
  'boleto-cancel',
  'transfer-conclude',
  'contact-read',
  'lead-move',
  'ticket-close',
  'property-status',
  'client-consent',
  'lease-tax',
  'note-issue',
]);
export type BulkAction = z.output<typeof BulkAction>;

type Right = Permission | readonly Permission[];

/** Permissions of bulk actions, the same as those of the single calls, to act and to undo; null: it can't be undone. */
export const BULK_ACCESS = {
  'invoice-pay': { act: ['FINANCIAL_INVOICE_CREATE', 'BOLETO_DOWN'], undo: 'FINANCIAL_INVOICE_CREATE' },
  'invoice-boleto': { act: 'BOLETO_CREATE', undo: 'BOLETO_CREATE' },
  'late-settle': { act: 'FINANCIAL_SHALL_UPDATE', undo: 'FINANCIAL_INVOICE_CREATE' },
  'boleto-settle': { act: ['FINANCIAL_INVOICE_CREATE', 'BOLETO_DOWN'], undo: 'FINANCIAL_INVOICE_CREATE' },
  'boleto-cancel': { act: 'BOLETO_CREATE', undo: null },
  'transfer-conclude': { act: 'FINANCIAL_TRANSFER_EDIT', undo: 'FINANCIAL_TRANSFER_EDIT' },
  'contact-read': { act: 'CONTACT_VIEW', undo: 'CONTACT_VIEW' },
  'lead-move': { act: 'LEAD_EDIT', undo: 'LEAD_EDIT' },
  'ticket-close': { act: 'SUPPORT_UPDATE', undo: 'SUPPORT_UPDATE' },
  'property-status': { act: 'PROPERTY_EDIT', undo: 'PROPERTY_EDIT' },
  'client-consent': { act: ['COLLECTION_EDIT', 'CLIENT_EDIT'], undo: ['COLLECTION_EDIT', 'CLIENT_EDIT'] },
  'lease-tax': { act: ['PROPOSAL_EDIT', 'PROPOSAL_UPDATE'], undo: ['PROPOSAL_EDIT', 'PROPOSAL_UPDATE'] },
  'note-issue': { act: 'FISCAL_EDIT', undo: null },
} as const satisfies Record<BulkAction, { act: Right; undo: Right | null }>;

/** Permissions for at least one bulk action. */
export const BULK_ANY: readonly Permission[] = [
  ...new Set(Object.values(BULK_ACCESS).flatMap(({ act }): readonly Permission[] => [act].flat() as Permission[])),
];
