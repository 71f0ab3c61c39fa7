import type { FiscalYear } from '@morada/contract/fiscal/fiscal';
import { formatMoney } from '@morada/domain/base/money';
import type { Counter } from '#web/ui/list/counters.tsx';

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Totals of the year, and how many people and contracts are in it. */
export function fiscalCounters(year: FiscalYear | undefined): Counter[] {
  return [
    {
      label: 'Aluguéis recebidos',
      value: year && formatMoney(year.total.rent),
      below: year ? counted(year.contracts, 'contrato', 'contratos') : ' ',
      hint: year?.with_obligations
        ? 'Aluguel, encargos de atraso, IPTU, condomínio e outras obrigações, no mês em que o inquilino pagou.'
        : 'Aluguel e encargos de atraso, no mês em que o inquilino pagou.',
    },
    {
      label: 'Taxas da imobiliária',
      value: year && formatMoney(year.total.fee),
      below: year ? counted(year.owners, 'proprietário', 'proprietários') : ' ',
    },
    {
      label: 'Imposto retido',
      value: year && formatMoney(year.total.tax),
      below: year ? counted(year.tenants, 'inquilino', 'inquilinos') : ' ',
    },
    {
      label: 'Impede a DIMOB',
      value: year && String(year.blocking_total),
      below: year ? counted(year.warnings_total, 'aviso', 'avisos') : ' ',
      ...(year && year.blocking_total > 0 && { tone: 'red' as const }),
    },
  ];
}
