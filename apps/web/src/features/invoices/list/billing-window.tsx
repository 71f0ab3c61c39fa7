import { type Billing, type BillingRun, billing } from '@morada/contract/money/billing';
import { formatDate } from '@morada/domain/base/calendar';
import { leadInWords } from '@morada/domain/rent/invoice';
import { IconCalendarCheck, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { count } from '#web/lib/count.ts';
import { may } from '#web/lib/session/session.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { WorkNote, WorkState } from '#web/ui/feedback/work-state.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { billingQuery, useStartBilling } from './billing-queries.ts';
import classes from './billing-window.module.css';

/** Daily billing job: invoices due for issue, progress and result. */
export function BillingWindow({ onClose }: { onClose: () => void }) {
  const query = useQuery(billingQuery);
  const start = useStartBilling();
  /** Shows the result only when its progress was seen in this window. */
  const [seen, setSeen] = useState<number>();
  const { run, waiting = 0 } = query.data ?? {};
  const going = run?.status === 'RUNNING';
  if (going && seen !== run.id) setSeen(run.id);

  return (
    <RecordWindow
      title="Gerar faturas"
      terms={['reference', 'proRata']}
      width={520}
      onClose={onClose}
      actions={{
        close: 'Fechar',
        primary:
          waiting > 0 && !going && may(billing.start.access)
            ? { label: 'Gerar faturas', loading: start.isPending, onClick: () => start.mutate({}) }
            : undefined,
      }}
    >
      <QueryBoundary query={query} what="a geração de faturas" lines={4}>
        {(state) => <State state={state} seen={seen} />}
      </QueryBoundary>
    </RecordWindow>
  );
}

function State({ state: { run, waiting, through, lead_days }, seen }: { state: Billing; seen: number | undefined }) {
  if (run?.status === 'RUNNING') return <Going run={run} />;
  return (
    <>
      {run?.status === 'FAILED' && (
        <Callout tone="failed">
          A geração não chegou ao fim.{' '}
          {run.issued > 0 ? `${issuedWords(run.issued)} antes disso.` : 'Nenhuma fatura saiu.'} O que falta sai na
          próxima hora, sem repetir o que já saiu.
        </Callout>
      )}
      {run?.status === 'DONE' && run.id === seen ? (
        <WorkState came="done" title={issuedWords(run.issued)}>
          <WorkNote>
            Tudo o que vence até {formatDate(through)} está gerado. As próximas saem sozinhas, {leadInWords(lead_days)}.
          </WorkNote>
        </WorkState>
      ) : waiting > 0 ? (
        <EmptyState
          icon={IconReceipt}
          title={`${count(waiting)} ${waiting === 1 ? 'contrato tem' : 'contratos têm'} fatura a gerar`}
          below={`Vencem até ${formatDate(through)}. Elas saem sozinhas de hora em hora, ${leadInWords(lead_days)}: gere agora para não esperar.`}
        />
      ) : (
        <EmptyState
          icon={IconCalendarCheck}
          title="Nenhuma fatura a gerar agora"
          below={`As que vencem até ${formatDate(through)} já foram geradas. As próximas saem sozinhas, ${leadInWords(lead_days)}.`}
        />
      )}
      {run && run.id !== seen && run.ended_at && (
        <p className={classes.last}>
          Última geração: {issuedWords(run.issued).toLowerCase()} em <Moment value={run.ended_at} />
          {run.by ? `, por ${run.by}` : ', automática'}.
        </p>
      )}
    </>
  );
}

function Going({ run: { done, total } }: { run: BillingRun }) {
  return (
    <WorkState title="Gerando faturas">
      <Progress label="Contratos com faturas geradas" part={total > 0 ? Math.min(done / total, 1) : 0}>
        {`${count(done)} de ${count(total)} ${total === 1 ? 'contrato' : 'contratos'}`}
      </Progress>
      <WorkNote>Pode fechar esta janela: as faturas continuam a sair, e aparecem na lista.</WorkNote>
    </WorkState>
  );
}

function issuedWords(issued: number): string {
  if (issued === 0) return 'Nenhuma fatura gerada';
  return issued === 1 ? '1 fatura gerada' : `${count(issued)} faturas geradas`;
}
