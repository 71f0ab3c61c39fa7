import type { DB } from './schema.ts';

/** Folder below `modules/` that writes a table; `db` and `demo` are folders of their own. */
type Owner = string;
/** Other folders that write the table, each with the reason. */
type Exceptions = Readonly<Record<Owner, string>>;

const ANONYMISING = 'anonymising erases a person from every table in one transaction';
const IMPORT = 'an import writes thousands of rows with one statement for each table';
const DEMO = 'the demonstration spreads its rows over a year, which no call does';
const REMOVAL = 'removing the demonstration deletes rows that no call may delete';
const VISITORS = 'a visitor of the public site has no session: what the forms write is checked there';

/**
 * The module that writes each table; other modules call its service. A table without a line does not compile, and
 * `owners.test.ts` finds each write outside.
 */
export const OWNERS: Readonly<Record<keyof DB, Owner | readonly [Owner, Exceptions]>> = {
  access_ticket: 'session',
  accounting_chart: 'fiscal',
  admin_user: 'users',
  agency: 'agency',
  bank_account: ['clients', { demo: DEMO, imports: IMPORT }],
  bank_agreement: 'agency',
  bank_file: 'bank-files',
  bank_line: 'bank-files',
  bank_link: 'bank-link',
  bank_settlement: 'bank-files',
  billing_run: 'invoices',
  boleto: ['boletos', { clients: ANONYMISING }],
  bulk_item: 'bulk',
  bulk_run: ['bulk', { demonstration: REMOVAL }],
  client: ['clients', { imports: IMPORT }],
  client_access_link: ['client-area', { clients: ANONYMISING }],
  client_session: ['client-area', { clients: ANONYMISING }],
  contact_message: ['contacts', { demo: DEMO, site: VISITORS }],
  contract_template: 'templates',
  darf: 'fiscal',
  dimob_check: 'fiscal',
  demonstration: 'demonstration',
  demonstration_record: 'demonstration',
  extra_value: 'proposals',
  familiar_origin: 'session',
  fiscal_file: 'fiscal',
  fiscal_table: 'fiscal',
  idempotency_key: ['db', { clients: ANONYMISING }],
  import_line: 'imports',
  import_record: ['imports', { clients: ANONYMISING }],
  import_run: 'imports',
  income_statement_mail: 'fiscal',
  income_statement_run: 'fiscal',
  installation_key: 'boletos',
  installation_secret: 'db',
  invoice: 'invoices',
  lapsed_lease: 'invoices',
  ledger_day_total: 'ledger',
  ledger_entry: 'ledger',
  ledger_line: 'ledger',
  link_revocation: 'boletos',
  list_total: 'db',
  login_failure: 'session',
  migration: 'db',
  movimentation: 'movimentations',
  notification_dismissal: 'notifications',
  outgoing_mail: ['mail', { clients: ANONYMISING }],
  page_view: 'site',
  page_view_salt: 'site',
  payment_batch: ['payments', { clients: ANONYMISING }],
  payment_batch_transfer: ['payments', { clients: ANONYMISING }],
  permission_group: 'groups',
  pix_charge: 'bank-link',
  pix_payment: 'bank-link',
  post: ['feed', { demo: DEMO }],
  price_index: 'readjustments',
  property: [
    'properties',
    {
      demo: DEMO,
      imports: IMPORT,
      site: VISITORS,
    },
  ],
  property_feature: ['properties', { demo: DEMO }],
  property_fee: ['properties', { demo: DEMO, imports: IMPORT }],
  property_image: ['properties', { demo: DEMO }],
  property_owner: ['properties', { demo: DEMO, imports: IMPORT }],
  property_request: 'site',
  proposal: [
    'proposals',
    {
      clients: ANONYMISING,
      imports: IMPORT,
    },
  ],
  proposal_document: 'proposals',
  proposal_guarantor: 'proposals',
  readjustment: 'readjustments',
  readjustment_batch: 'readjustments',
  recovery_code: 'second-factor',
  reform_check: 'fiscal',
  reform_declaration: ['fiscal', { clients: ANONYMISING }],
  reform_option: 'fiscal',
  remittance: ['boletos', { clients: ANONYMISING }],
  remittance_boleto: 'boletos',
  saved_view: ['views', { clients: ANONYMISING }],
  schedule: ['schedules', { clients: ANONYMISING, demo: DEMO, site: VISITORS }],
  second_factor: 'second-factor',
  sent_link: 'boletos',
  session: 'session',
  setup_link: 'session',
  stored_file: ['files', { clients: ANONYMISING }],
  system_notification: 'notifications',
  termination: 'terminations',
  ticket: ['support', { clients: ANONYMISING, demo: DEMO }],
  ticket_message: ['support', { clients: ANONYMISING, demo: DEMO }],
  trail: ['db', { clients: ANONYMISING, demonstration: REMOVAL }],
  transfer: 'transfers',
  transfer_file: 'transfers',
};
