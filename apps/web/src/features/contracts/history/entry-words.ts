import type { Answer } from '@morada/contract/base/endpoint';
import type { ProposalDetail, proposals } from '@morada/contract/lease/proposals';
import { formatDate, isCalendarDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { stepDaysText } from '@morada/domain/collection/ruler';
import { CONTRACT_DOCUMENTS } from '@morada/domain/lease/contract-documents';
import { entryWords, type TrailEntry } from '@morada/domain/lease/history';
import { PARTY_ROLES, type PartyRole } from '@morada/domain/lease/parties';
import { totalWords } from '@morada/domain/rent/termination/termination';
import { EXTRA_TYPES } from '#web/features/contracts/extras/extra-words.ts';
import { dayAt } from '#web/lib/today.ts';

export type History = Answer<typeof proposals.history>;
export type Entry = History['entries'][number];
type Value = Entry['changes'][number]['after'];

const ACTIONS: Record<string, string> = {
  create: 'Cadastrou o contrato',
  update: 'Alterou o contrato',
  extend: 'Prorrogou o contrato',
  readjust: 'Reajustou o aluguel',
  'undo-readjustment': 'Desfez o reajuste',
  close: 'Encerrou o contrato',
  terminate: 'Encerrou o contrato com folha de rescisão',
  'undo-termination': 'Desfez o encerramento',
  'add-guarantor': 'Adicionou fiador',
  'remove-guarantor': 'Removeu fiador',
  'add-party': 'Incluiu uma parte',
  'end-party': 'Encerrou a participação de uma parte',
  'reopen-party': 'Desfez o encerramento de uma parte',
  'discard-party': 'Removeu uma parte incluída por engano',
  assign: 'Trocou o inquilino principal',
  'add-document': 'Enviou documento',
  'remove-document': 'Deletou documento',
  'reform-option': 'Anotou a opção pela alíquota fixa (IBS e CBS)',
  'remove-reform-option': 'Removeu a opção pela alíquota fixa (IBS e CBS)',
  'collection-step': 'Passo da cobrança',
  'collection-call': 'Registrou ligação de cobrança',
  'collection-pause': 'Deixou fora da régua de cobrança',
  'collection-resume': 'Voltou a cobrar pela régua',
  'collection-exception': 'Mudou a régua de cobrança',
  'create-extra': 'Cadastrou dedução / acréscimo',
  'delete-extra': 'Deletou dedução / acréscimo',
  'restore-extra': 'Trouxe de volta dedução / acréscimo',
};

export const actionWords = ({ action }: Entry) => ACTIONS[action] ?? 'Alterou o contrato';

/** Addenda: documents signed after the contract itself. */
export const isAddendum = ({ action }: Entry) => action === 'extend' || action === 'readjust';

/** Fields before and after; none for a creation, which has no before. */
export const fieldChanges = (entry: Entry) => (entry.action === 'create' ? [] : entryWords(asTrail(entry)));

const asTrail = ({ at, changes }: Entry): TrailEntry => ({
  at: dayAt(at),
  changes: Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]])),
});

/** Changes, oldest first, as the rules expect. Creations are left out, so that nothing is undone beyond them. */
export const trailOf = ({ entries }: History): TrailEntry[] =>
  entries
    .filter(({ action }) => action !== 'create')
    .map(asTrail)
    .toReversed();

/** The day from which on the contract is known. */
export const firstDay = ({ created_at }: ProposalDetail) => dayAt(created_at);

/** Subject of an entry that changes no field of the contract: a person, a document or an amount. */
export function subject(entry: Entry, { parties }: ProposalDetail): string | undefined {
  const value = (field: string): Value => entry.changes.find((change) => change.field === field)?.after ?? null;
  switch (entry.action) {
    case 'add-guarantor':
    case 'remove-guarantor':
      return nameOf(parties, value('user_id'));
    case 'add-party':
    case 'end-party':
    case 'reopen-party':
    case 'discard-party':
      return partyWords(parties, entry, value('client_id'));
    case 'assign':
      return `${nameOf(parties, value('user_id')) ?? 'Outro inquilino'}, a partir de ${dayWords(value('valid_from'))}`;
    case 'add-document':
    case 'remove-document':
      return Object.entries(CONTRACT_DOCUMENTS).find(([type]) => type === value('type'))?.[1];
    case 'create-extra':
    case 'delete-extra':
    case 'restore-extra':
      return extraWords(value('description'), value('amount'), value('type'));
    case 'collection-step':
      return `Fatura ${value('invoice_id')}, ${stepDaysText(Number(value('days'))).toLowerCase()}`;
    case 'collection-call':
    case 'collection-pause':
    case 'collection-resume':
      return value('invoice_id') === null ? 'O contrato todo' : `Fatura ${value('invoice_id')}`;
    case 'terminate':
      return terminationWords(value('left_on'), value('total'));
    case 'close':
      return closingWords(value('total'), value('left'), value('reason'));
    default:
      return undefined;
  }
}

const nameOf = (parties: ProposalDetail['parties'], id: Value) =>
  parties.find(({ client_id }) => client_id === id)?.name;
const dayWords = (day: Value) => (typeof day === 'string' && isCalendarDate(day) ? formatDate(day) : '—');

function partyWords(parties: ProposalDetail['parties'], { action, changes }: Entry, id: Value): string {
  const value = (field: string) => changes.find((change) => change.field === field)?.after ?? null;
  const role = PARTY_ROLES[value('role') as PartyRole];
  const until = value('valid_to');
  const days = (action === 'end-party' || action === 'add-party') && until !== null ? `, até ${dayWords(until)}` : '';
  return `${nameOf(parties, id) ?? 'Cliente'} (${role.toLowerCase()})${days}`;
}

function closingWords(total: Value, left: Value, reason: Value): string | undefined {
  const words = [
    total === null ? undefined : totalWords(Number(total)),
    left === null ? undefined : `Sem cobrança nem devolução: ${left}`,
    reason === null ? undefined : `Motivo: ${reason}`,
  ].filter((one) => one !== undefined);
  return words.length > 0 ? `${words.join('. ')}.` : undefined;
}

function extraWords(description: Value, amount: Value, type: Value): string {
  const kind = type === 'CREDIT' || type === 'DEBIT' ? `${EXTRA_TYPES[type]}: ` : '';
  return `${kind}${description}, ${formatMoney(Number(amount))}`;
}

function terminationWords(left: Value, total: Value): string {
  const day = typeof left === 'string' && isCalendarDate(left) ? `Saída em ${formatDate(left)}. ` : '';
  return `${day}${totalWords(Number(total))}.`;
}
