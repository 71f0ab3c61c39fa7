import type { BoletoDetail } from '@morada/contract/boletos';
import { formatDigitableLine } from '@morada/domain/bank/boleto';
import { lazy, Suspense } from 'react';
import { CopyIcon } from '#web/ui/display/copy-icon.tsx';
import { tenantPage } from './tenant-page.ts';
import classes from './ways-to-pay.module.css';

// Lazy: few users open the QR code.
const QrCode = lazy(() => import('#web/ui/display/qr-code.tsx'));

/** Payment codes of a boleto, each with a copy button; `code` also renders the Pix QR code. */
export function WaysToPay({ boleto, code }: { boleto: BoletoDetail; code?: boolean }) {
  const { digitable_line, pix } = boleto;
  return (
    <>
      {code && pix && (
        <div className={classes.code}>
          <Suspense>
            <QrCode text={pix} label="QR Code do Pix" />
          </Suspense>
        </div>
      )}
      <dl className={classes.ways}>
        <Way label="Linha digitável" shown={formatDigitableLine(digitable_line)} value={digitable_line} />
        {pix && <Way label="Pix copia e cola" shown={pix} value={pix} cut />}
        <Way label="Link do inquilino" shown={tenantPage(boleto)} value={tenantPage(boleto)} cut />
      </dl>
    </>
  );
}

function Way({ label, shown, value, cut }: { label: string; shown: string; value: string; cut?: boolean }) {
  return (
    <div className={classes.way}>
      <dt>{label}</dt>
      <dd>
        <span data-cut={cut} title={cut ? shown : undefined}>
          {shown}
        </span>
        <CopyIcon label={label} value={value} />
      </dd>
    </div>
  );
}
