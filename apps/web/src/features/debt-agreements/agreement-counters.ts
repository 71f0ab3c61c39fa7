import type { Answer } from '@morada/contract/base/endpoint';
import type { debtAgreements } from '@morada/contract/collection/debt-agreements';
import { formatMoney } from '@morada/domain/base/money';
import type { Counter } from '#web/ui/list/counters.tsx';

type Figures = Pick<Answer<typeof debtAgreements.list>, 'held' | 'open' | 'late' | 'offered'>;

/** Figures of the agreements offered and in force, whatever the list is searched for. */
export function agreementCounters(query: { data?: Figures | undefined; isError: boolean }): Counter[] {
  const { data: figures } = query;
  if (!figures) {
    const value = query.isError ? null : undefined;
    return ['Em vigor', 'A receber', 'Em atraso'].map((label) => ({ label, value, below: ' ' }));
  }
  const { held, open, late, offered } = figures;
  return [
    {
      label: 'Em vigor',
      value: held,
      below: offered === 1 ? 'e 1 oferta em aberto' : `e ${offered} ofertas em aberto`,
    },
    { label: 'A receber', value: formatMoney(open), below: 'em parcelas dos acordos em vigor' },
    { label: 'Em atraso', value: late, below: 'com parcela vencida', tone: late > 0 ? 'red' : undefined },
  ];
}
