import type { LateRow } from '@morada/contract/finance';
import { LinkAndPix } from '#web/entities/invoice/link-and-pix.tsx';
import { RecordModal } from '#web/ui/overlay/windows.tsx';

type LateLinkDialogProps = { row: LateRow; onClose: () => void };

/** Link and Pix of a late payment, with the charges of today. */
export function LateLinkDialog({ row: { id, user }, onClose }: LateLinkDialogProps) {
  return (
    <RecordModal title={`Link e Pix da fatura ${id}`} width={600} onClose={onClose}>
      <LinkAndPix invoiceId={id} phone={user.phone} />
    </RecordModal>
  );
}
