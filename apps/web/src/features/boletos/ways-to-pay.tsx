import type { BoletoDetail } from '@morada/contract/bank/boletos';
import { formatDigitableLine } from '@morada/domain/bank/boleto';
import { lazyPart } from '#web/ui/base/lazy.tsx';
import { CopyLine } from '#web/ui/display/copy-line.tsx';
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
      <dl>
        {digitable_line !== null && (
          <CopyLine label="Linha digitável" whole={formatDigitableLine(digitable_line)} value={digitable_line} />
        )}
        {!lineOnly && pix && <CopyLine label="Pix copia e cola" value={pix} />}
        {!lineOnly && <CopyLine label="Link do inquilino" value={tenantPage(boleto)} />}
      </dl>
    </>
  );
}
