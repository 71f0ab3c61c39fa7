import { Button } from '@mantine/core';
import { type AccountingMonth, accounting } from '@morada/contract/fiscal-accounting';
import { accountNames } from '@morada/domain/fiscal/accounting';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';

/** What the month's file waits for. */
export function MonthNotices({ month, onChart }: { month: AccountingMonth; onChart: () => void }) {
  return (
    <>
      {month.unmapped.length > 0 && (
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
          Falta a conta do plano do contador para {accountNames(month.unmapped)}. Sem ela o arquivo do mês não é gerado.
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
    </>
  );
}
