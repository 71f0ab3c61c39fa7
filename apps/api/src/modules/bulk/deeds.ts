import type { BulkAction } from '@morada/contract/bulk.access';
import type { Deed } from './deed.ts';
import { boletoCancel } from './deeds/boleto-cancel.ts';
import { boletoSettle } from './deeds/boleto-settle.ts';
import { contactRead } from './deeds/contact-read.ts';
import { invoiceBoleto } from './deeds/invoice-boleto.ts';
import { invoicePay } from './deeds/invoice-pay.ts';
import { lateSettle } from './deeds/late-settle.ts';
import { propertyStatus } from './deeds/property-status.ts';
import { ticketClose } from './deeds/ticket-close.ts';
import { transferConclude } from './deeds/transfer-conclude.ts';

/** A new action is a file beside these, an entry here and its permission in the contract. */
const DEEDS: Record<BulkAction, Deed> = {
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

export const deedOf = (action: BulkAction) => DEEDS[action];
