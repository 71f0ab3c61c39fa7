import { Button } from '@mantine/core';
import { type AccountingFormat, accounting } from '@morada/contract/fiscal/fiscal-accounting';
import type { Reference } from '@morada/domain/base/calendar';
import { IconFileExport } from '@tabler/icons-react';
import { download } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useMakeFile } from './accounting-queries.ts';

const LABELS = { DOMINIO: 'Gerar para o Domínio', CSV: 'Gerar CSV' } satisfies Record<AccountingFormat, string>;

/** Makes the file of a month and saves it among the downloads. */
export function MakeButton({ month, format }: { month: Reference; format: AccountingFormat }) {
  const making = useMakeFile();
  if (!may(accounting.create.access)) return null;

  async function make() {
    try {
      const made = await making.mutateAsync({ body: { month, format } });
      await download(accounting.file, { params: { id: made.id } });
      toast.success(`${made.name} gerado, com débitos iguais aos créditos.`);
    } catch (error) {
      toast.failure(error);
    }
  }

  return (
    <Button
      variant={format === 'DOMINIO' ? 'filled' : 'default'}
      leftSection={<IconFileExport size={15} />}
      loading={making.isPending}
      onClick={make}
    >
      {LABELS[format]}
    </Button>
  );
}
