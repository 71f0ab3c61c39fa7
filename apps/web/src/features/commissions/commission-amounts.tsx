import { formatAmount, formatMoney } from '@morada/domain/base/money';
import { Explained } from '#web/ui/display/terms/explained.tsx';
import { shown } from './commission-figures.ts';
import type { CommissionRow } from './commission-queries.ts';
import { CommissionSource } from './commission-source.tsx';

type Row = { row: CommissionRow };

/** The administration fee, and what the agency kept of late charges besides. */
export function CommissionAmount({ row }: Row) {
  const { commission, late, lines } = row;
  const fee = lines.find(({ kind }) => kind === 'ADMIN_FEE');
  const kept = { label: 'Multas e juros da imobiliária', note: 'além da comissão', amount: late };
  return (
    <Explained
      by={{
        title: `Comissão de ${formatMoney(commission)}`,
        rule: 'O percentual do contrato sobre o aluguel recebido e os valores extras que o influenciam.',
        lines: [{ label: 'Comissão', note: fee?.note, amount: commission }, ...(late === 0 ? [] : [kept])],
        source: <CommissionSource row={row} />,
      }}
    >
      {formatAmount(commission)}
    </Explained>
  );
}

/** Extra amount included in the transfer. */
export function ExtraAmount({ row }: Row) {
  const { extra, lines } = row;
  if (extra === 0) return formatAmount(extra);
  return (
    <Explained
      by={{
        title: `Extras de ${formatMoney(extra)}`,
        rule: 'O que entra no repasse além do aluguel e da comissão.',
        lines: shown(lines.filter(({ kind }) => kind !== 'RENT' && kind !== 'ADMIN_FEE')),
        total: { label: 'Extras', amount: extra },
        source: <CommissionSource row={row} />,
      }}
    >
      {formatAmount(extra)}
    </Explained>
  );
}

export function TransferAmount({ row }: Row) {
  const { transfer, lines } = row;
  return (
    <Explained
      by={{
        title: `Repasse de ${formatMoney(transfer)}`,
        rule: 'Aluguel recebido − comissão + extras.',
        lines: shown(lines),
        total: { label: 'Repasse', amount: transfer },
        source: <CommissionSource row={row} />,
      }}
    >
      {formatAmount(transfer)}
    </Explained>
  );
}
