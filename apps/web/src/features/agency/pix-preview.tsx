import { staticPix } from '@morada/domain/bank/pix/pix';
import { readPixKey } from '@morada/domain/bank/pix/pix-key';
import { lazyPart } from '#web/ui/base/lazy.tsx';
import classes from './pix-preview.module.css';

const QrCode = lazyPart(
  () => import('#web/ui/display/qr-code.tsx'),
  ({ default: QrCode }) => QrCode,
);

type PixPreviewProps = { typed: string; merchant: string; city: string };

/** Pix code without an amount, to be tested with a phone before tenants are asked to pay into the key. */
export function PixPreview({ typed, merchant, city }: PixPreviewProps) {
  const key = readPixKey(typed)?.key;
  if (!key) return null;
  const text = staticPix({
    key,
    merchant: merchant || 'Imobiliaria',
    city: city || 'Brasil',
    amount: null,
    txid: null,
  });
  return (
    <div className={classes.preview}>
      <div className={classes.code}>
        <QrCode text={text} label="QR Code Pix da chave, sem valor" />
      </div>
      <div className={classes.says}>
        <p className={classes.title}>Confira com o celular</p>
        <p>Aponte a câmera do aplicativo do banco: o nome de quem recebe deve ser o da imobiliária.</p>
      </div>
    </div>
  );
}
