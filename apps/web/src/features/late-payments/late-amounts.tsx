import type { LateRow } from '@morada/contract/money/finance';
import { daysBetween, daysText } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { chargeLines } from '@morada/domain/rent/late/late-words';
import { Link } from '@tanstack/react-router';
import { today } from '#web/lib/today.ts';
import { Money } from '#web/ui/display/figures.tsx';
import { Explained } from '#web/ui/display/terms/explained.tsx';
import type { TotalLine } from '#web/ui/display/total-lines.tsx';
import classes from './late-table.module.css';

/** Fine and interest of today, by their rules. */
export function Charges({ row }: { row: LateRow }) {
  const { fine, interest } = row;
  const amount = fine + interest;
  const { rule, lines } = chargesOf(row);
  return (
    <span className={classes.press}>
      <Explained
        by={{
          title: `Multa e juros de ${formatMoney(amount)}`,
          rule: `${lateFor(row)} ${rule}`,
          lines,
          total: { label: 'Multa e juros', amount },
        }}
      >
        <Money value={amount} bare />
      </Explained>
    </span>
  );
}

/** Total payable today. */
export function TotalToday({ row }: { row: LateRow }) {
  const { id, price, fees, total } = row;
  return (
    <span className={classes.press}>
      <Explained
        by={{
          title: `${formatMoney(total)} para pagamento hoje`,
          rule: 'Aluguel e taxas da fatura, com a multa e os juros de hoje.',
          lines: [{ label: 'Aluguel', amount: price }, { label: 'Taxas', amount: fees }, ...chargesOf(row).lines],
          total: { label: 'Total a pagar', amount: total },
          source: (
            <Link to="/financial/shall" search={(now) => ({ ...now, open: id })} resetScroll={false}>
              Fatura {id}, linha por linha
            </Link>
          ),
        }}
      >
        <Money value={total} />
      </Explained>
    </span>
  );
}

/** Each charge with what it was reckoned from in sight: "10% × 2.811,30". */
function chargesOf({ price, fees, days, fine, interest }: LateRow): { rule: string; lines: TotalLine[] } {
  const words = chargeLines(price + fees, { days, fine, interest });
  const charges = [words.fine, words.interest];
  return {
    rule: charges.map(({ why }) => why.rule).join(' '),
    lines: charges.map(({ label, amount, factors }) => ({ label, amount, note: factors })),
  };
}

function lateFor({ days, due_date }: LateRow): string {
  const moved = days !== daysBetween(due_date, today());
  return `${daysText(days)} de atraso${moved ? ', contados do dia útil seguinte ao vencimento' : ''}.`;
}
