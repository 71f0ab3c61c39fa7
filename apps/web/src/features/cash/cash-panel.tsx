import { Button } from '@mantine/core';
import { reports } from '@morada/contract/desk/reports';
import { movimentations } from '@morada/contract/money/movimentations';
import type { Span } from '@morada/domain/base/span';
import { CASH_KIND_NAMES, type CashKind } from '@morada/domain/ledger/cash';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { download } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Select } from '#web/ui/input/select.tsx';
import classes from './cash-panel.module.css';

const KINDS = Object.entries(CASH_KIND_NAMES).map(([value, label]) => ({ value, label }));

type CashPanelProps = {
  kind: CashKind;
  onKind: (kind: CashKind) => void;
  /** The period that is shown. */
  span: Span;
  /** The field that chooses it. */
  period: ReactNode;
  onNew: () => void;
};

/** Why rents can't be added here; in the head of a phone's page it takes one line. */
export const RENTS_NOTE = 'Aluguéis vêm das faturas e dos repasses';

/** Cash book with its actions; on a phone the buttons move to the page's header. */
export function CashPanel({ kind, onKind, span, period, onNew }: CashPanelProps) {
  const phone = usePhone();
  return (
    <aside className={classes.panel} aria-label="O que mostrar">
      <Select
        label="Tipo"
        data={KINDS}
        value={kind}
        allowDeselect={false}
        onChange={(chosen) => chosen && onKind(chosen as CashKind)}
      />
      <div className={classes.period}>
        <span className={classes.label} aria-hidden="true">
          Período
        </span>
        {period}
      </div>
      {!phone && (
        <>
          <div className={classes.actions}>
            <NewButton kind={kind} onNew={onNew} />
            <ReportButton kind={kind} span={span} />
          </div>
          {kind === 'rents' && (
            <p className={classes.note}>Os lançamentos de aluguéis vêm das faturas e dos repasses.</p>
          )}
        </>
      )}
    </aside>
  );
}

export function NewButton({ kind, onNew }: Pick<CashPanelProps, 'kind' | 'onNew'>) {
  if (!may(movimentations.create.access)) return null;
  return (
    <Button disabled={kind === 'rents'} leftSection={<IconPlus size={15} />} onClick={onNew}>
      Novo
    </Button>
  );
}

/** Only rents have a report of their own. */
export function ReportButton({ kind, span }: Pick<CashPanelProps, 'kind' | 'span'>) {
  const query = { startDate: span.start, endDate: span.end };
  const save = useMutation({
    mutationFn: () =>
      withFailureMessage('Ocorreu algum problema', download(reports.save, { params: { type: kind }, query })),
    onError: toast.failure,
  });

  if (kind !== 'rents' || !may(reports.save.access)) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Baixar relatório
    </Button>
  );
}
