import { formatMoney } from '@morada/domain/base/money';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import type { PersonStatement } from './people-queries.ts';
import { StatementEvents } from './statement-events.tsx';

/** What the person who is signed in has earned and was paid. */
export function OwnCommissions({ statement }: { statement: PersonStatement }) {
  const { due, debit, payable } = statement;
  return (
    <>
      <KeyValue
        items={[
          { label: 'A receber', value: formatMoney(due) },
          { label: 'A descontar', value: formatMoney(debit) },
          { label: 'Saldo de hoje', value: formatMoney(payable) },
        ]}
      />
      <StatementEvents statement={statement} />
    </>
  );
}
