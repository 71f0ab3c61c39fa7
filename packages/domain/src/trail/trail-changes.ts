import { ALL, PERMISSION_AREAS } from '../access/permissions.ts';
import { formatDate, formatMonth, isCalendarDate, isReference, shownReference } from '../base/calendar.ts';
import { formatCep } from '../base/cep.ts';
import { hiddenDocument, isDocument } from '../base/documents.ts';
import { formatMoney, formatPercent } from '../base/money.ts';
import { STEP_ACTIONS, STEP_RECIPIENTS } from '../collection/ruler.ts';
import { CALL_OUTCOMES, HOLDS } from '../collection/stages.ts';
import { LEASE_PURPOSES, SIGNATURES } from '../fiscal/reform.ts';
import { fieldChange, isContractField } from '../lease/contract-fields.ts';
import { PARTY_ROLES } from '../lease/parties.ts';
import { CLIENT_TYPES, MARITAL_STATUSES, PERSON_TYPES } from '../people/client.ts';
import { LOCATIONS, PROPERTY_STATUSES, TRANSACTION_TYPES } from '../property/property-words.ts';
import { PAYMENT_METHODS } from '../rent/payment-method.ts';
import { COMMISSION_KINDS } from '../rent/people/share.ts';
import { SENT_CHANNELS, SENT_KINDS } from './sent-message.ts';
import type { TrailRecord } from './trail.ts';
import { OWN_FIELDS, PERSONAL_FIELDS, TRAIL_FIELDS } from './trail-fields.ts';

/** `before` is absent for a created record. */
export type TrailChange = { field: string; label: string; before?: string; after: string };

const NOTHING = '—';
const MASK = '•••';

const MONEY = new Set([
  'rent',
  'approval_limit',
  'price',
  'amount',
  'total',
  'paid_amount',
  'fine',
  'interest',
  'penalty',
  'current_price',
  'inss',
  'irrf',
  'iss',
]);
const PERCENT = new Set(['debts_share', 'commission', 'share', 'late_to_owner']);

const CODES: Readonly<Record<string, string>> = {
  ...PARTY_ROLES,
  ...CLIENT_TYPES,
  ...MARITAL_STATUSES,
  ...PERSON_TYPES,
  ...LOCATIONS,
  ...PROPERTY_STATUSES,
  ...TRANSACTION_TYPES,
  ...PAYMENT_METHODS,
  ...SENT_KINDS,
  ...SENT_CHANNELS,
  ...COMMISSION_KINDS,
  ...LEASE_PURPOSES,
  ...SIGNATURES,
  ...Object.fromEntries(
    PERMISSION_AREAS.flatMap(({ permissions }) => permissions.map(({ code, label }) => [code, label])),
  ),
  [ALL]: 'Todas as permissões',
  CORRENTE: 'Corrente',
  POUPANCA: 'Poupança',
  NONE: 'Nenhum',
  RULER: 'Da imobiliária',
  OWN: 'Própria',
  ...CALL_OUTCOMES,
  ...STEP_ACTIONS,
  ...STEP_RECIPIENTS,
  ...HOLDS,
  REGISTERED: 'Registrado',
  REFUSED: 'Recusado',
  EXPENSE: 'Despesa',
  INCOME: 'Receita',
};

/** Fields kept as one value of several parts, never as before and after. */
const LISTS = new Set(['transfers', 'accepted', 'steps']);

/** Changes of an action, field by field, in words; personal data is masked. */
export function trailChanges(
  record: string,
  action: string,
  changes: Readonly<Record<string, unknown>> | null,
): TrailChange[] {
  return Object.entries(changes ?? {}).map(([field, value]): TrailChange => {
    const label = labelOf(record, field);
    const formatted = (one: unknown) => wordsOf(record, field, one);
    if (action === 'create' || LISTS.has(field) || !isPair(value)) return { field, label, after: formatted(value) };
    return { field, label, before: formatted(value[0]), after: formatted(value[1]) };
  });
}

const isPair = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2;

const isPersonal = (record: string, field: string) => PERSONAL_FIELDS[record as TrailRecord]?.includes(field) ?? false;

const labelOf = (record: string, field: string) =>
  record === 'proposal' && isContractField(field)
    ? fieldChange(field, null, null).label
    : (OWN_FIELDS[record as TrailRecord]?.[field] ?? TRAIL_FIELDS[field] ?? 'Outro dado');

/** Fields of a contract use the formats of its page. */
function wordsOf(record: string, field: string, value: unknown): string {
  if (isPersonal(record, field)) return masked(value);
  return record === 'proposal' && isContractField(field) ? fieldChange(field, null, value).after : words(field, value);
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

/** `***.982.247-**`, `a•••@exemplo.com.br`, `•••`: masked, yet a change remains visible. */
function masked(value: unknown): string {
  if (isNothing(value)) return NOTHING;
  const text = String(value);
  if (isDocument(text)) return hiddenDocument(text);
  const address = /^(.)[^@]*(@.+)$/.exec(text);
  return address ? `${address[1]}${MASK}${address[2]}` : MASK;
}

function words(field: string, value: unknown): string {
  if (isNothing(value)) return NOTHING;
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (typeof value === 'number') return figure(field, value);
  if (typeof value === 'string') return text(field, value);
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.map((one) => words('', one)).join(', ');
  return parts(value as Record<string, unknown>);
}

function figure(field: string, value: number): string {
  if (MONEY.has(field)) return formatMoney(value);
  return PERCENT.has(field) ? formatPercent(value) : String(value);
}

/** An invoice's reference is the month it is due in; the month of use before it is shown. */
const INVOICE_MONTHS = new Set(['reference', 'from_reference']);

function text(field: string, value: string): string {
  if (field === 'body') return 'texto alterado';
  if (field === 'cep') return formatCep(value);
  if (isCalendarDate(value)) return formatDate(value);
  if (isReference(value)) return formatMonth(INVOICE_MONTHS.has(field) ? shownReference(value) : value);
  return (Object.hasOwn(CODES, value) ? CODES[value] : undefined) ?? value;
}

/** `IPTU: R$ 50,00`; otherwise its parts, joined. */
function parts(value: Record<string, unknown>): string {
  const { name, price } = value;
  if (typeof name === 'string') return typeof price === 'number' ? `${name}: ${formatMoney(price)}` : name;
  const pieces = Object.entries(value).map(([field, part]) => `${TRAIL_FIELDS[field] ?? field}: ${words(field, part)}`);
  return pieces.join(', ') || NOTHING;
}
