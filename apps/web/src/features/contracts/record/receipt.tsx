import { Button } from '@mantine/core';
import { openLink } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';

type ReceiptProps = { of: string; ask: () => Promise<{ url: string }> };

/** The receipt of a paid invoice or a done transfer, in another tab. */
export function Receipt({ of, ask }: ReceiptProps) {
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      aria-label={`Recibo: ${of}`}
      onClick={() => openLink(ask).catch(toast.failure)}
    >
      Recibo
    </Button>
  );
}
