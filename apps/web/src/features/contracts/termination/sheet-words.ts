import type { ProposalDetail } from '@morada/contract/lease/proposals';
import type { TerminationSheet } from '@morada/contract/money/terminations';
import { formatDate } from '@morada/domain/base/calendar';
import { formatAmount, formatMoney, formatPercent } from '@morada/domain/base/money';
import { rentsText } from '@morada/domain/lease/penalty';
import { DAILY_INTEREST, FINE, FIRST_LATE_DAY } from '@morada/domain/rent/late/late-charges';
import { HELD_BY_AGENCY } from '@morada/domain/rent/termination/termination';
import { capital } from '#web/features/contracts/terms/days.ts';
import type { TotalLine } from '#web/ui/display/total-lines.tsx';

type Line = TerminationSheet['lines'][number];

export const sheetLines = (sheet: TerminationSheet, proposal: ProposalDetail): TotalLine[] =>
  sheet.lines.map((line) => ({
    label: line.name,
    note: [noteOf(line), line.paid_by && `paga: ${line.paid_by}`].filter(Boolean).join(', ') || undefined,
    amount: line.amount,
    why: why(line, sheet, proposal),
  }));

const isWaived = ({ kind, amount }: Line) => kind === 'PENALTY' && amount === 0;

/** The penalty's long note is shown by "Por quê?". */
function noteOf(line: Line): string | undefined {
  if (line.kind !== 'PENALTY') return line.note;
  return isWaived(line) ? 'dispensada' : undefined;
}

function why(line: Line, sheet: TerminationSheet, proposal: ProposalDetail): TotalLine['why'] {
  const title = `${line.name}: ${formatMoney(line.amount)}`;
  switch (line.kind) {
    case 'RENT':
      return { title, rule: rentRule(line, proposal) };
    case 'FEE':
      return {
        title,
        rule:
          line.amount < 0
            ? 'Taxa já cobrada de dias em que o imóvel não foi mais ocupado. Depois da saída ela é do proprietário (Lei 8.245, arts. 22 e 23): o condomínio recebe o mês inteiro.'
            : 'Taxa de um mês que ainda não foi faturado. No mês da saída, inteira ou por dias, como se escolhe ao lado.',
      };
    case 'LEASE_TAX':
      return {
        title,
        rule:
          line.amount < 0
            ? 'O imposto do mês é o do aluguel que ficou devido. O que passa dele volta ao inquilino, e quem o recebeu é quem devolve.'
            : 'IBS e CBS do aluguel que nenhuma fatura cobrou, pelas alíquotas do vencimento. O valor é do proprietário contribuinte.',
      };
    case 'INVOICE':
      return { title, rule: 'Fatura em aberto. A última fatura toma o lugar dela, com as mesmas linhas.' };
    case 'LATE':
      return {
        title,
        rule: `A partir do ${FIRST_LATE_DAY}º dia de atraso, multa de ${formatPercent(FINE)}; depois dele, juros de ${formatPercent(DAILY_INTEREST)} ao dia, contados até hoje.`,
      };
    case 'PENALTY':
      if (sheet.without_term) return { title, rule: `${sheet.penalty_words}. O valor foi informado nesta folha.` };
      return {
        title,
        rule: `${isWaived(line) && line.note ? `${capital(line.note)}. ` : ''}Multa de ${rentsText(proposal.penalty_rents)}, em proporção ao tempo que falta (Lei 8.245, art. 4º).`,
        sum: `${sheet.penalty_words} = ${formatAmount(sheet.proposed_penalty)}`,
      };
    case 'DEPOSIT':
      return {
        title,
        rule: 'A caução em dinheiro volta ao inquilino com o que rendeu na poupança. Quem está com ela é quem devolve.',
      };
    default:
      return undefined;
  }
}

function rentRule({ amount, note }: Line, { current_price, discount }: ProposalDetail): string {
  if (amount < 0)
    return 'Dias já cobrados em que o imóvel não foi mais ocupado. Os proprietários devolvem o que receberam deles, e a imobiliária, a taxa.';
  const rent = formatMoney(current_price - discount);
  if (note?.includes('dias')) return `Só os dias em que o imóvel foi ocupado, o da saída incluído, sobre ${rent}.`;
  return 'Mês ocupado por inteiro, que ainda não foi faturado.';
}

const debited = <T extends { amount: number }>(one: T): T => ({ ...one, amount: -one.amount });

/** Lines of the owners: extra values that no later transfer would take. */
export const ownerLines = ({ owner_lines = [] }: TerminationSheet): TotalLine[] =>
  owner_lines.map(({ name, note, amount }) => ({ label: name, note, amount }));

/** Invoice or refund that the sheet becomes when the contract is closed. */
export function outcome({
  invoice_amount,
  refund_amount,
  refund_paid_by,
  owners,
  due_date,
}: TerminationSheet): string[] {
  const day = formatDate(due_date);
  const lines: string[] = [];
  if (invoice_amount !== null && invoice_amount > 0)
    lines.push(`A última fatura, de ${formatMoney(invoice_amount)}, vence em ${day}.`);
  if (invoice_amount === 0) lines.push('O que há a devolver paga tudo: a última fatura fica em R$\u00a00,00.');
  if (refund_amount !== null) lines.push(`Devolução de ${formatMoney(refund_amount)} ao inquilino até ${day}.`);
  // Older sheets say only the owners' part of the refund.
  for (const { name, amount } of owners ?? refund_paid_by?.owners.map(debited) ?? []) {
    if (amount < 0) lines.push(`${formatMoney(-amount)} saem dos próximos repasses de ${name}.`);
    if (amount > 0) lines.push(`Repasse de ${formatMoney(amount)} a ${name}.`);
  }
  if (refund_paid_by?.agency) lines.push(`${formatMoney(refund_paid_by.agency)} ficam por conta da imobiliária.`);
  if (refund_paid_by?.deposit) lines.push(`${formatMoney(refund_paid_by.deposit)} saem do ${HELD_BY_AGENCY}.`);
  return lines;
}
