import { Button } from '@mantine/core';
import type { Span } from '@morada/domain/span';
import { IconFileTypePdf, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { openStatement, saveStatement } from './statement-queries.ts';

/** The statement on paper and as a spreadsheet. */
export function StatementActions({ id, span }: { id: number; span: Span }) {
  const [running, setRunning] = useState<'pdf' | 'xlsx'>();
  const run = (what: 'pdf' | 'xlsx', deed: () => Promise<unknown>) => {
    setRunning(what);
    deed()
      .catch(toast.failure)
      .finally(() => setRunning(undefined));
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTable size={15} />}
        loading={running === 'xlsx'}
        onClick={() => run('xlsx', () => saveStatement(id, span))}
      >
        Baixar planilha
      </Button>
      <Button
        leftSection={<IconFileTypePdf size={15} />}
        loading={running === 'pdf'}
        onClick={() => run('pdf', () => openStatement(id, span))}
      >
        Abrir PDF
      </Button>
    </>
  );
}
