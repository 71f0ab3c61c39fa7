import { Button } from '@mantine/core';
import { toast } from '#web/lib/toast.ts';

type ReceiptProps = { of: string; open: () => Promise<void> };

/** The receipt of a paid invoice or a done transfer, in another tab. */
export function Receipt({ of, open }: ReceiptProps) {
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      aria-label={`Recibo: ${of}`}
      onClick={() => open().catch(toast.failure)}
    >
      Recibo
    </Button>
  );
}
