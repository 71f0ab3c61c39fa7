// Every text column of the database, and how anonymising a client treats it. A test compares the lists with the schema:
// a column in none or two of them fails.

/** Texts by staff, banks and files: mentions of the person are replaced. */
export const REDACTED = [
  'bank_file.entries',
  'bank_file.failures',
  'bank_file.name',
  'bank_line.entry',
  'bank_line.ignored_reason',
  'bank_line.reason',
  'boleto.registration_note',
  'bulk_item.lines',
  'bulk_item.reason',
  'bulk_item.trace',
  'bulk_run.options',
  'extra_value.description',
  'import_line.cells',
  'import_run.answers',
  'import_run.file_name',
  'import_run.refusals',
  'import_run.warnings',
  'invoice.rest_reason',
  'outgoing_mail.body',
  'outgoing_mail.subject',
  'property.description',
  'property.reason',
  'property_feature.name',
  'property_fee.name',
  'property_image.name',
  'proposal.bank_obs',
  'stored_file.name',
  'trail.changes',
] as const;

/**
 * Rows of the person: cleared or deleted regardless of their content.
 * @internal A test compares these lists with the columns of the database.
 */
export const CLEARED: readonly string[] = [
  'bank_account.*',
  'boleto.slip',
  'client.*',
  'idempotency_key.answer',
  'idempotency_key.key',
  'import_record.code',
  'import_record.fingerprint',
  'outgoing_mail.recipient',
  'payment_batch.files',
  'payment_batch_transfer.target',
  'proposal.bank_account',
  'proposal.bank_agency',
  'proposal.bank_code',
  'proposal.bank_cpf',
  'proposal.bank_full_name',
  'proposal.bank_name',
  'proposal.bank_pix',
  'remittance.content',
  'saved_view.filters',
  'saved_view.name',
  'schedule.cancel_reason',
  'schedule.email',
  'schedule.name',
  'schedule.note',
  'schedule.phone',
  'ticket.title',
  'ticket_message.data',
];

const BOOKS = 'the books: an entry is never changed, and the law asks for them to be kept (LGPD, article 16, I)';
const ISSUED = 'a document as it was issued to both parties; the other one keeps it too';
const STAFF = 'of the staff, who are not clients';
const AGENCY = 'of the agency itself, or published by it';
const PLACE = 'of a property, which names no one';
const MADE = 'made by the system: a word of its own, a hash or a random name';
const BANK = 'numbers of the agency at its bank, with which the next file is compared';
const VISITOR = 'of a visitor of the site, without a link to a client';

/**
 * Columns that stay, and why. `table.*` covers every column without its own entry.
 * @internal A test compares these lists with the columns of the database.
 */
export const KEPT: Readonly<Record<string, string>> = {
  'access_ticket.path': 'an address of ours with numbers in it, for sixty seconds',
  'accounting_chart.*': AGENCY,
  'admin_user.*': STAFF,
  'agency.*': AGENCY,
  'bank_agreement.*': BANK,
  'bank_file.*': BANK,
  'bank_line.*': BANK,
  'bank_settlement.*': BANK,
  'boleto.*': BANK,
  'payment_batch_transfer.identifier': BANK,
  'bulk_item.state': MADE,
  'bulk_run.*': MADE,
  'billing_run.*': MADE,
  'contact_message.*': VISITOR,
  'contract_template.*': AGENCY,
  'darf.*': BOOKS,
  'demonstration.*': MADE,
  'demonstration_record.*': MADE,
  'extra_value.*': MADE,
  'fiscal_file.*': 'what was declared to the tax office has to be kept as it was sent',
  'fiscal_table.*': MADE,
  'import_record.kind': MADE,
  'import_run.*': MADE,
  'income_statement_run.*': MADE,
  'installation_key.*': MADE,
  'invoice.*': ISSUED,
  'lapsed_lease.*': MADE,
  'ledger_day_total.*': BOOKS,
  'ledger_entry.*': BOOKS,
  'ledger_line.*': BOOKS,
  'link_revocation.*': MADE,
  'list_total.*': MADE,
  'login_failure.*': MADE,
  'migration.*': MADE,
  'movimentation.*': BOOKS,
  'outgoing_mail.failure': MADE,
  'page_view.*': MADE,
  'permission_group.*': STAFF,
  'post.*': AGENCY,
  'price_index.*': MADE,
  'property.*': PLACE,
  'property_image.*': MADE,
  'property_request.*': VISITOR,
  'proposal.*': MADE,
  'proposal_document.*': MADE,
  'readjustment.*': MADE,
  'readjustment_batch.*': MADE,
  'reform_declaration.state': MADE,
  'reform_option.*': MADE,
  'remittance.*': MADE,
  'remittance_boleto.*': MADE,
  'saved_view.list': MADE,
  'schedule.*': MADE,
  'second_factor.*': STAFF,
  'sent_link.*': MADE,
  'session.*': STAFF,
  'stored_file.*': MADE,
  'system_notification.*': AGENCY,
  'termination.*': ISSUED,
  'ticket.*': MADE,
  'ticket_message.*': MADE,
  'trail.*': STAFF,
  'transfer.*': ISSUED,
};
