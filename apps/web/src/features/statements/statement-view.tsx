import { Button } from '@mantine/core';
import { formatMoney } from '@morada/domain/base/money';
import { IconUserOff } from '@tabler/icons-react';
import { isMissing } from '#web/lib/api/failure.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { statementCounters } from './statement-figures.tsx';
import type { Statement } from './statement-queries.ts';
import { StatementTable } from './statement-table.tsx';

/** What rents came to, as an owner asks: gross, fee, net. */
function Income({ income: { gross, fee, others, net } }: Pick<Statement, 'income'>) {
  return (
    <Counters
      items={[
        {
          label: 'Aluguéis brutos',
          value: formatMoney(gross),
          hint: 'Aluguéis, encargos e taxas do imóvel que são do proprietário.',
        },
        { label: 'Taxa de administração', value: formatMoney(0 - fee) },
        {
          label: 'Outros valores',
          value: formatMoney(others),
          hint: 'Valores extras, impostos e a parte de outros proprietários.',
        },
        { label: 'Líquido do proprietário', value: formatMoney(net) },
      ]}
    />
  );
}

type StatementViewProps = {
  query: Loadable<Statement> & { isError: boolean };
  /** Absent while the usual period is shown. */
  onUsual?: (() => void) | undefined;
};

/** The account of one owner: what it began with, what happened, what it ended with. */
export function StatementView({ query, onUsual }: StatementViewProps) {
  const phone = usePhone();
  if (isMissing(query.error)) {
    return (
      <EmptyState
        icon={IconUserOff}
        title="Cliente não encontrado"
        below="O cadastro foi deletado, ou o endereço está errado."
      />
    );
  }
  return (
    <>
      <Counters items={statementCounters(query, phone)} />
      {query.data && <Income income={query.data.income} />}
      <StatementTable
        query={query}
        action={
          onUsual && (
            <Button variant="default" onClick={onUsual}>
              Ver este mês
            </Button>
          )
        }
      />
    </>
  );
}
