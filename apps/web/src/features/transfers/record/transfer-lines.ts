import type { TransferDetail } from '@morada/contract/money/transfers';
import { type Cents, formatAmount, formatMoney } from '@morada/domain/base/money';
import type { Explanation } from '#web/ui/display/terms/explained.tsx';
import type { TotalLine } from '#web/ui/display/total-lines.tsx';

type Line = TransferDetail['lines'][number];

/** Lines of the owner's transfer, each with its origin. */
export function transferLines(lines: readonly Line[]): TotalLine[] {
  return lines.map((line) => ({ label: line.name, note: line.note, amount: line.amount, why: why(line) }));
}

function why({ kind, name, note, amount }: Line): TotalLine['why'] {
  const rule = RULES[kind]?.(note, amount);
  return rule ? { title: `${name} de ${formatMoney(amount)}`, ...rule } : undefined;
}

type Rule = (note: string | undefined, amount: Cents) => { rule: string; sum?: string };

const RULES: Record<string, Rule> = {
  RENT: (note) => ({
    rule: note?.includes(' de ')
      ? `O que foi recebido do aluguel, cobrado só pelos dias em que o contrato vigorou (${note}).`
      : `O que foi recebido do aluguel${note ? ` (${note})` : ''}.`,
  }),
  ADMIN_FEE: (note, amount) => ({
    rule: 'A taxa de administração do contrato, sobre o aluguel recebido e os valores que entram na base dela.',
    sum: note && `${note} = ${formatAmount(-amount)}`,
  }),
  EXTRA: (note, amount) => ({
    rule: `${amount < 0 ? 'Dedução' : 'Acréscimo'} do contrato que entra no repasse${note ? `: ${note}` : ''}.`,
  }),
  FEE: () => ({ rule: 'Taxa do imóvel paga pelo inquilino, que segue para o proprietário.' }),
  LATE: (note, amount) => ({
    rule: 'Multa e juros recebidos do inquilino, na parte que cabe ao proprietário.',
    sum: note && `${note} = ${formatAmount(amount)}`,
  }),
  SHARE: () => ({
    rule: 'O imóvel tem mais de um proprietário: aqui sai a parte dos outros. O centavo que sobra fica com o primeiro.',
  }),
  MANUAL: () => ({ rule: 'Valor informado por quem adicionou o repasse; não vem de uma fatura.' }),
};

/** Below zero it is the owner who pays: deductions came to more than the rent. */
export function totalLabel({ status, amount }: Pick<TransferDetail, 'status' | 'amount'>): string {
  if (amount < 0) return 'A receber do proprietário';
  return status === 'DONE' ? 'Total repassado' : 'Total a repassar';
}

/** The amount of a row, with its lines. */
export function amountExplained(
  transfer: Pick<TransferDetail, 'status' | 'amount'> & { lines: readonly Line[] },
): Explanation {
  const { amount, lines } = transfer;
  return {
    title: `Repasse de ${formatMoney(amount)}`,
    rule: 'O aluguel recebido, menos a taxa de administração, com o que se soma ou desconta do proprietário.',
    lines: transferLines(lines),
    total: { label: totalLabel(transfer), amount },
  };
}
