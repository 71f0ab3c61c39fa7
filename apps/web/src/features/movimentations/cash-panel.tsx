import { Button } from '@mantine/core';
import { movimentations } from '@morada/contract/movimentations';
import { reports } from '@morada/contract/reports';
import { CASH_KIND_NAMES, type CashKind } from '@morada/domain/cash';
import type { Span } from '@morada/domain/span';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { orSay } from '#web/lib/failure.ts';
import { download } from '#web/lib/files.ts';
import { may } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Select } from '#web/ui/select.tsx';
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

/** What the cash book shows, and what can be done with it. */
export function CashPanel({ kind, onKind, span, period, onNew }: CashPanelProps) {
  const rents = kind === 'rents';
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
      <div className={classes.actions}>
        {may(movimentations.create.access) && (
          <Button fullWidth disabled={rents} leftSection={<IconPlus size={15} />} onClick={onNew}>
            Novo
          </Button>
        )}
        {rents && may(reports.save.access) && <ReportButton kind={kind} span={span} />}
      </div>
      {rents && <p className={classes.note}>Os lançamentos de aluguéis vêm das faturas e dos repasses.</p>}
    </aside>
  );
}

function ReportButton({ kind, span }: { kind: CashKind; span: Span }) {
  const [running, setRunning] = useState(false);

  async function save() {
    setRunning(true);
    const query = { startDate: span.start, endDate: span.end };
    await orSay('Ocorreu algum problema', download(reports.save, { params: { type: kind }, query }))
      .catch(toast.failure)
      .finally(() => setRunning(false));
  }

  return (
    <Button fullWidth variant="default" leftSection={<IconDownload size={15} />} loading={running} onClick={save}>
      Baixar relatório
    </Button>
  );
}
