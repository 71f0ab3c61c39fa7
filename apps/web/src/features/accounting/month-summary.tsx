import { Button } from '@mantine/core';
import { type AccountingMonth, accounting } from '@morada/contract/fiscal/fiscal-accounting';
import { unmappedInWords } from '@morada/domain/fiscal/accounting';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { accountingCounters } from './accounting-counters.ts';
import classes from './month-summary.module.css';

/** What the month's file waits for, and the month's figures. */
export function MonthSummary({ month, onChart }: { month: AccountingMonth; onChart: () => void }) {
  const unmapped = unmappedInWords(month.unmapped);
  return (
    <div className={classes.summary}>
      {unmapped && (
        <Callout
          tone="warning"
          action={
            may(accounting.setChart.access) && (
              <Button size="xs" variant="default" onClick={onChart}>
                Preencher
              </Button>
            )
          }
        >
          {unmapped}: o arquivo do mês só é gerado com todas.
        </Callout>
      )}
      {!month.has_cnpj && (
        <Callout
          tone="known"
          action={
            may('*') && (
              <Button size="xs" variant="default" renderRoot={(props) => <Link to="/settings/agency" {...props} />}>
                Informar
              </Button>
            )
          }
        >
          O arquivo do Domínio começa pelo CNPJ, e a imobiliária ainda não o informou.
        </Callout>
      )}
      <Counters items={accountingCounters(month)} />
    </div>
  );
}
