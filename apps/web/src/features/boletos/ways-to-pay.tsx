import type { BoletoDetail } from '@morada/contract/bank/boletos';
import { formatDigitableLine } from '@morada/domain/bank/boleto';
import { lazyPart } from '#web/ui/base/lazy.tsx';
import { CopyIcon } from '#web/ui/display/copy-icon.tsx';
import { tenantPage } from './tenant-page.ts';
import classes from './ways-to-pay.module.css';

// Lazy: few users open the QR code.
const QrCode = lazyPart(
  () => import('#web/ui/display/qr-code.tsx'),
  ({ default: QrCode }) => QrCode,
);

type WaysToPayProps = {
  boleto: BoletoDetail;
  /** Renders the Pix QR code too. */
  code?: boolean;
  /** Where the window shows link and Pix already. */
  lineOnly?: boolean;
};

const WAITING = 'O banco está registrando o boleto. A linha digitável aparece aqui sozinha.';
/** Of a boleto that the bank has yet to number. */
const WITHOUT_LINE: Record<BoletoDetail['registration'], string> = {
  NONE: WAITING,
  SENT: WAITING,
  REGISTERED: WAITING,
  REFUSED: 'Sem linha digitável: o banco recusou o boleto.',
};

/** Payment codes of a boleto, each with a copy button. */
export function WaysToPay({ boleto, code, lineOnly }: WaysToPayProps) {
  const { digitable_line, pix } = boleto;
  return (
    <>
      {code && pix && (
        <div className={classes.code}>
          <QrCode text={pix} label="QR Code do Pix" />
        </div>
      )}
      {digitable_line === null && <p className={classes.none}>{WITHOUT_LINE[boleto.registration]}</p>}
      <dl className={classes.ways}>
        {digitable_line !== null && (
          <Way label="Linha digitável" shown={formatDigitableLine(digitable_line)} value={digitable_line} />
        )}
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
