import type { BulkAction } from '@morada/contract/desk/bulk.access';
import { boletoCancel } from './actions/boleto-cancel.action.ts';
import { boletoSettle } from './actions/boleto-settle.action.ts';
import { clientConsent } from './actions/client-consent.action.ts';
import { contactRead } from './actions/contact-read.action.ts';
import { invoiceBoleto } from './actions/invoice-boleto.action.ts';
import { invoicePay } from './actions/invoice-pay.action.ts';
import { lateSettle } from './actions/late-settle.action.ts';
import { leadMove } from './actions/lead-move.action.ts';
import { leaseTax } from './actions/lease-tax.action.ts';
import { noteIssue } from './actions/note-issue.action.ts';
import { propertyStatus } from './actions/property-status.action.ts';
import { ticketClose } from './actions/ticket-close.action.ts';
import { transferConclude } from './actions/transfer-conclude.action.ts';
import type { Action } from './bulk.action.ts';

/** A new action is a file beside these, an entry here and its permission in the contract. */
const ACTIONS: Record<BulkAction, Action> = {
  'invoice-pay': invoicePay,
  'invoice-boleto': invoiceBoleto,
  'late-settle': lateSettle,
  'boleto-settle': boletoSettle,
  'boleto-cancel': boletoCancel,
  'transfer-conclude': transferConclude,
  'contact-read': contactRead,
  'lead-move': leadMove,
  'ticket-close': ticketClose,
  'property-status': propertyStatus,
  'client-consent': clientConsent,
  'lease-tax': leaseTax,
  'note-issue': noteIssue,
};

export const actionOf = (action: BulkAction) => ACTIONS[action];
