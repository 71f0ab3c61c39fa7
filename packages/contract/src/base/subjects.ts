/**
 * Subjects of calls, each with the other subjects whose data its reads show. After a change the browser refetches the
 * reads of a changed subject (that of the call, and those in its `changes`), and of the subjects that list one here.
 */
const SHOWN = {
  agency: [],
  applications: ['contracts', 'properties'],
  audit: [],
  bankFiles: ['agency', 'boletos', 'clients', 'invoices'],
  bankLink: ['agency', 'clients', 'invoices'],
  billing: ['agency', 'contracts', 'invoices'],
  bids: ['clients', 'contracts', 'properties'],
  boletoLink: ['agency', 'boletos', 'clients', 'invoices'],
  boletos: ['agency', 'clients', 'contracts', 'invoices', 'properties'],
  bulk: [],
  clients: ['contracts', 'invoices', 'properties', 'transfers'],
  collection: ['agency', 'clients', 'contracts', 'debtAgreements', 'invoices', 'properties'],
  contacts: [],
  contracts: ['clients', 'invoices', 'properties', 'readjustments', 'templates', 'transfers'],
  dashboard: ['agency', 'clients', 'contracts', 'finance', 'invoices', 'leads', 'properties', 'transfers', 'users'],
  debtPapers: ['agency', 'clients', 'contracts', 'invoices'],
  debtAgreements: ['agency', 'clients', 'contracts', 'finance', 'invoices', 'properties', 'transfers'],
  demonstration: [],
  doctor: [],
  documentation: [],
  files: [],
  fiscal: ['agency', 'clients', 'contracts', 'finance', 'invoices', 'properties', 'transfers'],
  finance: ['agency', 'clients', 'contracts', 'invoices', 'properties', 'transfers'],
  groups: ['users'],
  imports: [],
  indicators: ['clients', 'contracts', 'leads', 'properties', 'users', 'visits'],
  invoices: ['agency', 'boletos', 'clients', 'contracts', 'properties', 'transfers'],
  leads: ['clients', 'properties', 'users', 'visits'],
  live: [],
  maintenance: ['clients', 'contracts', 'properties'],
  messages: ['clients', 'contracts', 'invoices'],
  notifications: [],
  payments: ['agency', 'clients', 'contracts', 'properties', 'transfers'],
  payouts: ['agency', 'payments', 'transfers'],
  places: [],
  posts: [],
  properties: ['clients', 'contracts', 'visits'],
  recurrences: ['bankLink', 'clients', 'contracts', 'invoices'],
  punctuality: ['clients', 'contracts', 'invoices'],
  readjustments: ['clients', 'contracts', 'properties'],
  reconciliation: ['bankFiles', 'clients', 'finance', 'invoices', 'payments', 'statementLink', 'transfers'],
  search: ['clients', 'contracts', 'invoices', 'properties', 'transfers'],
  secondFactor: [],
  signatures: ['applications', 'clients', 'contracts', 'debtAgreements', 'properties', 'users'],
  session: ['contacts', 'properties', 'tickets', 'users', 'visits'],
  site: [],
  statementLink: ['reconciliation'],
  statements: ['clients', 'contracts', 'properties', 'transfers'],
  templates: ['agency', 'clients', 'contracts', 'properties'],
  tickets: ['clients'],
  transfers: ['clients', 'contracts', 'invoices', 'payments', 'properties'],
  users: ['groups', 'session'],
  views: [],
  visits: ['clients', 'properties'],
} as const;

export type Subject = keyof typeof SHOWN;

/** Subjects that a settlement, and its undoing, change besides the invoice. */
export const SETTLEMENT = ['boletos', 'contracts', 'finance', 'invoices', 'transfers'] as const satisfies Subject[];

type Call = { subject: Subject; changes?: readonly Subject[] | 'everything' };

/** Whether a change by one call may make the response of another, with the subject `read`, stale. */
export function outdates({ subject, changes = [] }: Call, read: Subject): boolean {
  if (changes === 'everything') return true;
  const shown: readonly Subject[] = [read, ...SHOWN[read]];
  return shown.includes(subject) || changes.some((changed) => shown.includes(changed));
}
