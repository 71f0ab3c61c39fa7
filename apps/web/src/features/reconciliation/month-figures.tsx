import type { ReconciliationMonth } from '@morada/contract/bank/reconciliation';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { type Counter, Counters } from '#web/ui/list/counters.tsx';
import classes from './month-figures.module.css';

/** Balances of the bank and of the ledger, and where the statements read don't add up. */
export function MonthFigures({ month }: { month: ReconciliationMonth | undefined }) {
  return (
    <div className={classes.figures}>
      {month?.gaps.map(({ from, until, expected, stated }) => (
        <Callout key={from} tone="warning">
          De {formatDate(from)} a {formatDate(until)} os movimentos lidos levam a {formatMoney(expected)}, e o banco diz{' '}
          {formatMoney(stated)}: falta extrato de {formatMoney(Math.abs(stated - expected))}.
        </Callout>
      ))}
      <Counters items={countersOf(month)} />
    </div>
  );
}

/** Figures of an account of which no statement was read: the bank's side is unknown, not zero. */
const UNREAD: Counter[] = ['Saldo inicial', 'Entradas', 'Saídas', 'Saldo final', 'Pelo caixa', 'Diferença'].map(
  (label) => ({ label, value: null, below: 'sem extrato lido' }),
);

function countersOf(month: ReconciliationMonth | undefined): Counter[] {
  if (month?.since === null) return UNREAD;
  const shown = (amount: number | null | undefined) =>
    amount === undefined || amount === null ? amount : formatMoney(amount);
  return [
    {
      label: 'Saldo inicial',
      value: shown(month?.opening),
      below: month && (month.opening === null ? 'o extrato não diz o saldo' : 'no banco'),
    },
    { label: 'Entradas', value: shown(month?.inputs), below: 'no extrato do mês' },
    { label: 'Saídas', value: shown(month?.outputs), below: 'no extrato do mês' },
    {
      label: 'Saldo final',
      value: shown(month?.closing),
      below: month?.until ? `lido até ${formatDate(month.until)}` : 'no banco',
    },
    {
      label: 'Pelo caixa',
      value: shown(month?.ledger),
      below: 'no fim do mês',
      hint: 'O saldo do banco antes do primeiro extrato, mais o que o caixa registra para esta conta até o fim do mês.',
    },
    {
      label: 'Diferença',
      value: shown(month?.difference),
      below: month && (month.difference === 0 ? 'banco e caixa iguais' : 'banco menos caixa'),
      ...(month && month.difference !== 0 && { tone: 'red' as const }),
      ...(month && { why: whyDifferent(month) }),
    },
  ];
}

function whyDifferent({ difference, open_movements, marked, in_transit, open_entries }: ReconciliationMonth) {
  return {
    title: `Diferença de ${formatMoney(difference)}`,
    rule: 'O que está no banco e não no caixa, menos o que está no caixa e não no banco, até o fim do mês.',
    lines: [
      { label: 'Movimentos sem identificação', amount: open_movements },
      { label: 'Movimentos só com motivo', amount: marked },
      { label: 'Conciliados em meses diferentes', amount: in_transit },
      { label: 'Lançamentos sem movimento', amount: 0 - open_entries },
    ],
    total: { label: 'Banco menos caixa', amount: difference },
  };
}
