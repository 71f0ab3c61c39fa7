import type { Subscriptions } from './context.ts';
import * as recurrences from './modules/bank/charges/recurrences.service.ts';
import * as payouts from './modules/bank/payouts/orders.service.ts';
import * as batches from './modules/bank/payouts/transfer-orders.service.ts';
import * as receipts from './modules/bank/receipts/settlements.service.ts';
import { issueWithInvoices } from './modules/bank/slips/issue.service.ts';
import * as slips from './modules/bank/slips/life.service.ts';
import * as agreements from './modules/collection/agreements/life.service.ts';
import * as messages from './modules/collection/messages/messages.service.ts';
import * as news from './modules/collection/messages/news.service.ts';
import { inheritRefusals } from './modules/collection/messages/people.service.ts';
import { inheritPauses } from './modules/collection/ruler/calls.service.ts';
import { findClientsInWork, findPropertiesInWork } from './modules/desk/maintenance/open-work.service.ts';
import * as maintenance from './modules/desk/maintenance/owners.service.ts';
import * as signatures from './modules/desk/signatures/events.service.ts';
import { dropOfErased } from './modules/fiscal/certificates/certificates.service.ts';
import { taxesPaid } from './modules/fiscal/darf/darf.service.ts';
import { noteReopened, noteSettled } from './modules/fiscal/notes/service-notes.service.ts';
import * as applications from './modules/lease/applications/retention.service.ts';
import * as bids from './modules/lease/bids/life.service.ts';
import { followAccounts } from './modules/lease/contracts/proposals.service.ts';
import { addStarterTemplates } from './modules/lease/templates/templates.service.ts';
import { withdrawOfContracts } from './modules/money/invoices/refunding.service.ts';
import * as commissions from './modules/money/people-commissions/receiving.service.ts';
import * as leads from './modules/registry/leads/life.service.ts';
import { withdrawOfOwners } from './modules/registry/properties/status.service.ts';

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/**
 * Who hears of each event, and who is asked before a change, in the order in which it happens. A line is one step inside
 * the transaction of the change; a step that throws undoes it all.
 */
export const subscriptions: Subscriptions = {
  events: {
    'agency.created': [(trx, ctx) => addStarterTemplates(trx, ctx)],
    'clients.created': [(trx, _, rows) => inheritRefusals(trx, idsOf(rows))],
    'clients.erased': [
      leads.forgetClients,
      withdrawOfOwners,
      applications.eraseOfClients,
      bids.whenErased,
      signatures.whenErased,
      (trx, _, rows) => dropOfErased(trx, idsOf(rows)),
    ],
    'leads.lost': [bids.whenLost, applications.whenLost],
    'bank-accounts.changed': [followAccounts],
    'owners.joined': [maintenance.whenOwnersJoined, signatures.whenOwnersChanged],
    'owners.left': [
      (trx, ctx, rows) => messages.callOffEnded(trx, ctx, { properties: rows.map(({ property_id }) => property_id) }),
      maintenance.whenOwnersLeft,
      signatures.whenOwnersChanged,
    ],
    'properties.taken': [bids.whenTaken, applications.whenTaken, leads.whenTaken, signatures.whenTaken],
    'parties.left': [
      recurrences.whenPartiesLeft,
      (trx, ctx, rows) => messages.callOffEnded(trx, ctx, { contracts: rows.map(({ proposal_id }) => proposal_id) }),
    ],
    'parties.changed': [signatures.whenPartiesChanged],
    'contracts.changed': [signatures.whenTermsChanged],
    'applications.ended': [signatures.whenApplicationsEnded],
    'applications.erased': [signatures.whenApplicationsErased],
    'agreements.ended': [signatures.whenAgreementsEnded],
    'contracts.deleted': [withdrawOfContracts, bids.whenUnsigned, signatures.whenDeleted],
    'rents.readjusted': [
      (trx, ctx, rows) => news.tellReadjusted(trx, ctx, idsOf(rows)),
      (trx, ctx, rows) => signatures.whenReadjusted(trx, ctx, idsOf(rows)),
    ],
    'rents.restored': [
      (trx, ctx, rows) => messages.callOffEnded(trx, ctx, { kind: 'READJUSTED', about: idsOf(rows) }),
      (trx, ctx, rows) => signatures.whenReadjusted(trx, ctx, idsOf(rows)),
    ],
    'invoices.issued': [
      (trx, ctx, rows) => issueWithInvoices(trx, ctx, idsOf(rows)),
      (trx, ctx, rows) => news.tellIssued(trx, ctx, idsOf(rows)),
    ],
    'balances.issued': [(trx, _, rows) => inheritPauses(trx, idsOf(rows))],
    'invoices.settled': [
      (trx, _, rows) => slips.whenPaid(trx, rows),
      agreements.whenPaid,
      (trx, _, rows) =>
        messages.cancelMessages(trx, {
          invoices: rows.flatMap(({ invoice }) => (invoice.has_messages ? [invoice.id] : [])),
        }),
      (trx, ctx, rows) =>
        news.tellPaid(
          trx,
          ctx,
          rows.map(({ invoice }) => invoice.id),
        ),
      (trx, ctx, rows) =>
        noteSettled(
          trx,
          ctx,
          rows.map(({ invoice }) => invoice.id),
        ),
      commissions.whenSettled,
    ],
    'invoices.reopened': [
      commissions.whenReopened,
      (trx, ctx, rows) => noteReopened(trx, ctx, idsOf(rows)),
      (trx, _, rows) => messages.cancelMessages(trx, { invoices: idsOf(rows), kinds: ['PAID'] }),
      async (trx, ctx, rows) => slips.whenReopened(trx, ctx, idsOf(rows), await receipts.whenReopened(trx, rows)),
      agreements.whenReopened,
    ],
    'invoices.withdrawn': [
      (trx, _, rows) => messages.cancelMessages(trx, { invoices: idsOf(rows) }),
      slips.whenWithdrawn,
      (trx, _, rows) => receipts.whenWithdrawn(trx, rows),
    ],
    'invoices.restored': [
      (trx, ctx, rows) => slips.whenReopened(trx, ctx, idsOf(rows), { paidAtBank: [], waiting: [] }),
    ],
    'invoices.replaced': [
      (trx, ctx, rows) =>
        slips.whenWithdrawn(
          trx,
          ctx,
          rows.map(({ id }) => ({ id, undoable: false })),
        ),
    ],
    'contracts.ended': [commissions.whenEnded, signatures.whenEnded],
    'contracts.resumed': [commissions.whenResumed],
    'movimentations.removed': [commissions.whenRemoved],
    'transfers.concluded': [
      (trx, _, rows) => batches.markPaid(trx, idsOf(rows)),
      (trx, ctx, rows) => news.tellTransferred(trx, ctx, idsOf(rows)),
    ],
    'transfers.reopened': [
      (trx, _, rows) => batches.releaseOrders(trx, idsOf(rows)),
      (trx, ctx, rows) => messages.callOffEnded(trx, ctx, { kind: 'TRANSFERRED', about: idsOf(rows) }),
    ],
  },
  questions: {
    'clients.delete': [bids.findClientsBidding, findClientsInWork, signatures.findClientsSigning],
    'properties.delete': [bids.findPropertiesBidFor, findPropertiesInWork, signatures.findPropertiesOut],
    'invoices.reopen': [agreements.findUndone, (db, rows) => taxesPaid(db, idsOf(rows))],
    'movimentations.change': [commissions.findHeld],
    'transfers.conclude': [(db, rows) => payouts.findUnderWay(db, idsOf(rows))],
    'transfers.reopen': [(db, rows) => payouts.findPaidByBank(db, idsOf(rows))],
  },
};
