import { Button } from '@mantine/core';
import type { Span } from '@morada/domain/base/span';
import { IconFileTypePdf, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { openStatement, saveStatement } from './statement-queries.ts';

type StatementProps = { id: number; span: Span };

/** The statement as a spreadsheet. */
export function StatementSheet({ id, span }: StatementProps) {
  const [running, run] = useRunning(() => saveStatement(id, span));
  return (
    <Button variant="default" leftSection={<IconTable size={15} />} loading={running} onClick={run}>
      Baixar planilha
    </Button>
  );
}

/** The statement on paper. */
export function StatementPdf({ id, span }: StatementProps) {
  const [running, run] = useRunning(() => openStatement(id, span));
  return (
    <Button leftSection={<IconFileTypePdf size={15} />} loading={running} onClick={run}>
      Abrir PDF
    </Button>
  );
}

function useRunning(action: () => Promise<unknown>): [boolean, () => void] {
  const [running, setRunning] = useState(false);
  const run = () => {
    setRunning(true);
    action()
      .catch(toast.failure)
      .finally(() => setRunning(false));
  };
  return [running, run];
}
