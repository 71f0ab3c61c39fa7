import type { BulkAction } from '@morada/contract/bulk.access';
import type { Action } from './action.ts';
import { boletoCancel } from './actions/boleto-cancel.ts';
import { boletoSettle } from './actions/boleto-settle.ts';
import { contactRead } from './actions/contact-read.ts';
import { invoiceBoleto } from './actions/invoice-boleto.ts';
import { invoicePay } from './actions/invoice-pay.ts';
import { lateSettle } from './actions/late-settle.ts';
import { propertyStatus } from './actions/property-status.ts';
import { ticketClose } from './actions/ticket-close.ts';
import { transferConclude } from './actions/transfer-conclude.ts';

/** A new action is a file beside these, an entry here and its permission in the contract. */
const ACTIONS: Record<BulkAction, Action> = {
  'invoice-pay': invoicePay,
  'invoice-boleto': invoiceBoleto,
  'late-settle': lateSettle,
  'boleto-settle': boletoSettle,
  'boleto-cancel': boletoCancel,
  'transfer-conclude': transferConclude,
  'contact-read': contactRead,
  'ticket-close': ticketClose,
  'property-status': propertyStatus,
};

export const actionOf = (action: BulkAction) => ACTIONS[action];
