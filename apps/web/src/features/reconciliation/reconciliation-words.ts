import type { BankMovement, CashLine } from '@morada/contract/bank/reconciliation';
import { EXPLANATION_NAMES } from '@morada/domain/bank/reconciliation/explain';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { count } from '#web/lib/count.ts';

export const movementName = ({ memo, amount }: Pick<BankMovement, 'memo' | 'amount'>) =>
  `${memo || 'movimento sem texto'} de ${formatMoney(amount)}`;

const lineWords = ({ description, person }: CashLine) => (person ? `${description}, ${person}` : description);

/** `Crédito de boletos: 12 lançamentos` */
function entriesWords({ kind, entries, other }: Pick<Candidate, 'kind' | 'entries' | 'other'>): string {
  const [first, ...more] = entries;
  if (other) return `${EXPLANATION_NAMES[kind]}: conta ${other.account}, ${formatDate(other.day)}`;
  if (!first) return EXPLANATION_NAMES[kind];
  if (more.length > 0) return `${EXPLANATION_NAMES[kind]}: ${count(entries.length)} lançamentos`;
  return `${EXPLANATION_NAMES[kind]}: ${lineWords(first)}`;
}

export type Candidate = BankMovement['candidates'][number];

export function candidateWords(candidate: Candidate): string {
  const { fee, entries } = candidate;
  const [first] = entries;
  const at = entries.length === 1 && first ? `, ${formatDate(first.day)}` : '';
  return `${entriesWords(candidate)}${at}${fee > 0 ? `, menos ${formatMoney(fee)} de tarifa` : ''}`;
}

/** One line below a movement: what explains it, or what it may be. */
export function belowMovement({ explanation, candidates, is_fee }: BankMovement): string {
  if (explanation) {
    if (explanation.entries.some((line) => line.is_reversed))
      return 'O lançamento foi estornado: desfaça e explique de novo';
    return explanation.reason ?? entriesWords(explanation);
  }
  const [only, ...more] = candidates;
  if (only && more.length === 0) return `Pode ser: ${candidateWords(only)}`;
  if (only) return `Pode ser um de ${count(candidates.length)}`;
  return is_fee ? 'Parece tarifa do banco' : 'Nenhum lançamento com este valor';
}

/** Input of the call that takes a candidate. */
export const taking = ({ kind, entries, other, fee }: Candidate) => ({
  kind: kind as 'ENTRY',
  entries: entries.map(({ id }) => id),
  ...(other && { other_id: other.id }),
  ...(fee > 0 && { fee }),
});
