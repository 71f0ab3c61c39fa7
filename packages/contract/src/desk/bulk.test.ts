import { describe, expect, test } from 'vitest';
import { boletos } from '../bank/boletos.ts';
import { exported } from '../base/export.ts';
import { messages } from '../collection/messages.ts';
import { notes } from '../fiscal/fiscal-notes.ts';
import { proposals } from '../lease/proposals.ts';
import { finance } from '../money/finance.ts';
import { invoices } from '../money/invoices.ts';
import { transfers } from '../money/transfers.ts';
import { leads } from '../registry/leads.ts';
import { properties } from '../registry/properties.ts';
import { BULK_ACCESS } from './bulk.access.ts';
import { contacts } from './contacts.ts';
import { support } from './support.ts';

test('bulk actions and their undo require the permission of the single call', () => {
  expect(BULK_ACCESS).toEqual({
    'invoice-pay': { act: invoices.pay.access, undo: invoices.refund.access },
    'invoice-boleto': { act: boletos.create.access, undo: boletos.cancel.access },
    'late-settle': { act: finance.settleLate.access, undo: invoices.refund.access },
    'boleto-settle': { act: invoices.pay.access, undo: invoices.refund.access },
    'boleto-cancel': { act: boletos.cancel.access, undo: null },
    'transfer-conclude': { act: transfers.update.access, undo: transfers.refund.access },
    'contact-read': { act: contacts.read.access, undo: contacts.read.access },
    'lead-move': { act: leads.put.access, undo: leads.put.access },
    'ticket-close': { act: support.close.access, undo: support.close.access },
    'property-status': { act: properties.update.access, undo: properties.update.access },
    'client-consent': { act: messages.consent.access, undo: messages.withdrawConsent.access },
    'lease-tax': { act: proposals.update.access, undo: proposals.update.access },
    'note-issue': { act: notes.release.access, undo: null },
  });
});

describe('a selection in an address', () => {
  test.each([
    [undefined, {}],
    [{ ids: [12, 15] }, { ids: '12,15' }],
    [{ filter: {}, except: [] }, {}],
    [{ filter: {}, except: [7] }, { except: '7' }],
  ])('%j', (chosen, query) => {
    expect(exported(chosen)).toEqual(query);
  });
});
