import type { BoletoDetail } from '@morada/contract/boletos';
import { formatDigitableLine } from '@morada/domain/bank/boleto';
import { lazy, Suspense } from 'react';
import { CopyIcon } from '#web/ui/display/copy-icon.tsx';
import { tenantPage } from './tenant-page.ts';
import classes from './ways-to-pay.module.css';

// Lazy: few users open the QR code.
const QrCode = lazy(() => import('#web/ui/display/qr-code.tsx'));

type WaysToPayProps = {
  boleto: BoletoDetail;
  /** Renders the Pix QR code too. */
  code?: boolean;
  /** Where the window shows link and Pix already. */
  lineOnly?: boolean;
};

/** Payment codes of a boleto, each with a copy button. */
export function WaysToPay({ boleto, code, lineOnly }: WaysToPayProps) {
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
        {!lineOnly && pix && <Way label="Pix copia e cola" shown={pix} value={pix} cut />}
        {!lineOnly && <Way label="Link do inquilino" shown={tenantPage(boleto)} value={tenantPage(boleto)} cut />}
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
