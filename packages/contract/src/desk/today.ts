import * as z from 'zod/mini';
import { bankFiles } from '../bank/bank-files.ts';
import { bankLink } from '../bank/bank-link.ts';
import { boletoLink } from '../bank/boleto-link.ts';
import { payoutTasks } from '../bank/payout-tasks.ts';
import { reconciliationTasks } from '../bank/reconciliation-tasks.ts';
import { recurrences } from '../bank/recurrences.ts';
import { endpoints } from '../base/endpoint.ts';
import { page } from '../base/fields.ts';
import { collectionTasks } from '../collection/collection-tasks.ts';
import { debtTasks } from '../collection/debt-tasks.ts';
import { fiscalTasks } from '../fiscal/fiscal-tasks.ts';
import { applicationTasks } from '../lease/application-tasks.ts';
import { bidTasks } from '../lease/bid-tasks.ts';
import { ProposalRow, proposals } from '../lease/proposals.ts';
import { InvoiceRow, invoices } from '../money/invoices.ts';
import { transfers } from '../money/transfers.ts';
import { accountRequestTasks } from '../registry/account-request-tasks.ts';
import { leadTasks } from '../registry/lead-tasks.ts';
import { propertyRequests } from '../registry/property-requests.ts';
import { PropertyRequest } from '../registry/property-rows.ts';
import { ContactMessage, contacts } from './contacts.ts';
import { doctor } from './doctor.ts';
import { maintenanceTasks } from './maintenance-tasks.ts';
import { schedules } from './schedules.ts';
import { signatureTasks } from './signature-tasks.ts';
import { support } from './support.ts';

/** The call that each group of *Hoje* is read by: who may make it finds the group. */
export const TODAY_CALLS = {
  clock: doctor.clock,
  disks: doctor.disks,
  invoices: invoices.list,
  transfers: transfers.overview,
  payments: bankFiles.open,
  bank: bankLink.tasks,
  recurring: recurrences.tasks,
  boletos: boletoLink.tasks,
  payouts: payoutTasks.list,
  collection: collectionTasks.list,
  debts: debtTasks.list,
  accounts: accountRequestTasks.list,
  taxes: fiscalTasks.agenda,
  statements: reconciliationTasks.list,
  readjustments: proposals.list,
  endings: proposals.list,
  visits: schedules.list,
  tickets: support.list,
  maintenance: maintenanceTasks.list,
  leads: leadTasks.list,
  signatures: signatureTasks.list,
  bids: bidTasks.list,
  applications: applicationTasks.list,
  messages: contacts.list,
  requests: propertyRequests.list,
} as const;

/** Absent without its permission, null where its read failed. */
const group = <T extends z.ZodMiniType>(answer: T) => z.optional(z.nullable(answer));

const contractsPage = page(ProposalRow);

export const Today = z.object({
  clock: group(doctor.clock.response),
  disks: group(doctor.disks.response),
  /** The first overdue ones and those due today; `at_least`: more may be due today. */
  invoices: group(z.object({ count: z.int(), data: z.array(InvoiceRow), at_least: z.boolean() })),
  transfers: group(transfers.overview.response),
  payments: group(bankFiles.open.response),
  bank: group(bankLink.tasks.response),
  recurring: group(recurrences.tasks.response),
  boletos: group(boletoLink.tasks.response),
  payouts: group(payoutTasks.list.response),
  collection: group(collectionTasks.list.response),
  debts: group(debtTasks.list.response),
  accounts: group(accountRequestTasks.list.response),
  taxes: group(fiscalTasks.agenda.response),
  statements: group(reconciliationTasks.list.response),
  readjustments: group(z.object({ late: contractsPage, soon: contractsPage })),
  endings: group(contractsPage),
  visits: group(schedules.list.response),
  tickets: group(support.list.response),
  maintenance: group(maintenanceTasks.list.response),
  leads: group(leadTasks.list.response),
  signatures: group(signatureTasks.list.response),
  bids: group(bidTasks.list.response),
  applications: group(applicationTasks.list.response),
  /** The newest, and how many are unread. */
  messages: group(z.object({ data: z.array(ContactMessage), unread: z.int() })),
  requests: group(page(PropertyRequest)),
});
export type Today = z.output<typeof Today>;
export type TodayGroup = keyof typeof TODAY_CALLS;

/** A module of its own: only *Hoje* loads what the calls of all its groups answer. */
export const today = endpoints('dashboard', {
  show: {
    method: 'GET',
    path: '/dashboard/today',
    access: 'login',
    summary:
      'O que espera pela pessoa hoje, por assunto: cada assunto aparece a quem pode ler a lista dele, e é nulo quando a leitura falhou',
    response: Today,
  },
});
