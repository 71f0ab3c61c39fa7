import type { BoletoPage } from '@morada/contract/bank/boletos';

import { formatMoney } from '@morada/domain/base/money';
import { Link } from '@tanstack/react-router';
import type { Counter } from '#web/ui/list/counters.tsx';

type Figures = Pick<BoletoPage, 'open' | 'late' | 'unregistered' | 'cancellations'>;

/** The figures of all pending boletos, whatever the list is filtered by. */
export function boletoCounters({ data, isError }: { data?: Figures | undefined; isError: boolean }): Counter[] {
  const unknown = isError ? null : undefined;
  return [
    {
      label: 'Pendentes',
      value: data?.open.count ?? unknown,
      below: data ? formatMoney(data.open.amount) : ' ',
      why: data && {
        title: `${data.open.count} pendentes, ${formatMoney(data.open.amount)}`,
        rule: 'Boletos emitidos que não foram pagos nem cancelados, vencidos ou não, pelo valor com que foram emitidos.',
        source: (
          <Link to="/financial/boletos" search={{}}>
            Ver os pendentes
          </Link>
        ),
      },
    },
    {
      label: 'Vencidos',
      value: data?.late.count ?? unknown,
      below: data ? formatMoney(data.late.amount) : ' ',
      tone: data?.late.count ? 'red' : undefined,
      why: data && {
        title: `${data.late.count} vencidos, ${formatMoney(data.late.amount)}`,
        rule: 'Pendentes com vencimento antes de hoje. Multa e juros não entram aqui: o boleto e a página do inquilino os cobram.',
        source: (
          <Link to="/financial/boletos" search={{ state: 'LATE' }}>
            Ver os vencidos
          </Link>
        ),
      },
    },
    {
      label: 'Sem registro',
      value: data?.unregistered.count ?? unknown,
      below: data ? waiting(data) : ' ',
      why: data && {
        title: `${data.unregistered.count} sem registro, ${formatMoney(data.unregistered.amount)}`,
        rule: 'Pendentes que o banco ainda não conhece ou que recusou. Sem registro o boleto não pode ser pago: gere a remessa e envie ao banco.',
        source: (
          <Link to="/financial/boletos" search={{ registration: 'NONE' }}>
            Ver os sem registro
          </Link>
        ),
      },
    },
  ];
}

function waiting({ unregistered, cancellations }: Figures): string {
  const amount = formatMoney(unregistered.amount);
  if (cancellations === 0) return amount;
  return `${amount} e ${cancellations === 1 ? '1 cancelamento' : `${cancellations} cancelamentos`} a avisar`;
}
