import type { LateRow } from '@morada/contract/money/finance';
import { LinkAndPix } from '#web/entities/invoice/link-and-pix.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import classes from './late-link-window.module.css';

type LateLinkWindowProps = { row: LateRow; onClose: () => void };

/** Link and Pix of a late payment, with the charges of today. */
export function LateLinkWindow({ row: { id, user, property }, onClose }: LateLinkWindowProps) {
  return (
    <RecordWindow title={`Link e Pix da fatura ${id}`} width={600} onClose={onClose}>
      <div className={classes.who}>
        <KeyValue
          items={[
            { label: 'Inquilino', value: user.name },
            { label: 'Imóvel', value: property.address },
          ]}
        />
      </div>
      <LinkAndPix invoiceId={id} phone={user.phone} />
    </RecordWindow>
  );
}
