import { Button } from '@mantine/core';
import { billing, type LapsedLease } from '@morada/contract/billing';
import { formatDate, formatShortMonth, shownReference } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Panel } from '#web/ui/display/panel.tsx';
import classes from './lapsed-leases.module.css';

const FIRST = 5;

/** Leases not billed past their end before an update; each stays listed until it is billed or waived. */
export function LapsedLeases() {
  const { data = [] } = useQuery({ ...query(billing.lapsed, {}), enabled: may(billing.lapsed.access) });
  const [all, setAll] = useState(false);
  if (data.length === 0) return null;
  const shown = all ? data : data.slice(0, FIRST);
  return (
    <div className={classes.panel}>
      <Panel title="Sem fatura depois do término" count={String(data.length)}>
        <ul>
          {shown.map((lease) => (
            <Row key={lease.id} lease={lease} />
          ))}
        </ul>
        {shown.length < data.length && (
          <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
            Ver mais {data.length - shown.length}
          </Button>
        )}
      </Panel>
    </div>
  );
}

function Row({ lease }: { lease: LapsedLease }) {
  const { id, tenant, end_date, months, total, due_date } = lease;
  const bill = useMutation({
    ...mutation(billing.billLapsed, { awaitRefetch: true }),
    onSuccess: () =>
      toast.success(
        months.length === 0
          ? 'O restante do mês vai na próxima fatura'
          : `Faturas geradas, com vencimento em ${formatDate(due_date)}`,
      ),
    onError: toast.failure,
  });
  const waive = useMutation({
    ...mutation(billing.waiveLapsed, { awaitRefetch: true }),
    onSuccess: () => toast.success('Cobrança dispensada'),
    onError: toast.failure,
  });
  const deciding = bill.isPending || waive.isPending;
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <Link to="/contracts/info/$id" params={{ id: String(id) }}>
          Contrato {id}
        </Link>
        <span title={tenant}>{tenant}</span>
      </span>
      <span className={classes.when}>
        terminou em {formatDate(end_date)}: {monthWords(lease)}
      </span>
      <span className={classes.amount}>{formatMoney(total)}</span>
      {may(billing.billLapsed.access) && (
        <span className={classes.acts}>
          <Button
            size="xs"
            disabled={deciding}
            onClick={() => bill.mutate({ params: { id } })}
            aria-label={`Cobrar: contrato ${id}, ${tenant}`}
          >
            Cobrar
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={deciding}
            onClick={() => waive.mutate({ params: { id } })}
            aria-label={`Dispensar: contrato ${id}, ${tenant}`}
          >
            Dispensar
          </Button>
        </span>
      )}
    </li>
  );
}

/** `2 meses, abr/2026 a mai/2026, e o restante do mês do término` */
function monthWords({ months, rest }: LapsedLease): string {
  const shown = months.map(({ reference }) => formatShortMonth(shownReference(reference)));
  const [first] = shown;
  const last = shown.at(-1);
  const span = shown.length === 1 ? `1 mês, ${first}` : `${shown.length} meses, ${first} a ${last}`;
  return [shown.length > 0 && span, rest && 'o restante do mês do término'].filter(Boolean).join(', e ');
}
