import { Button } from '@mantine/core';
import type { Span } from '@morada/domain/base/span';
import { IconFileTypePdf, IconTable } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { openStatement, saveStatement } from './statement-queries.ts';

type StatementProps = { id: number; span: Span };

/** The statement as a spreadsheet. */
export function StatementSheet({ id, span }: StatementProps) {
  const save = useMutation({ mutationFn: () => saveStatement(id, span), onError: toast.failure });
  return (
    <Button
      variant="default"
      leftSection={<IconTable size={15} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Baixar planilha
    </Button>
  );
}

/** The statement on paper. */
export function StatementPdf({ id, span }: StatementProps) {
  const open = useMutation({ mutationFn: () => openStatement(id, span), onError: toast.failure });
  return (
    <Button leftSection={<IconFileTypePdf size={15} />} loading={open.isPending} onClick={() => open.mutate()}>
      Abrir PDF
    </Button>
  );
}
