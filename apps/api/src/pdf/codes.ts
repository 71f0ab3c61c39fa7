import { BARCODE_MM, itfBars } from '@morada/domain/bank/itf';
import { qrCode } from '../base/qr-code.ts';
import { type Element, INK, type Pdf } from './sheet.ts';

/** Points of a length in millimetres. */
export const mm = (length: number) => (length * 72) / 25.4;

/** The barcode of a boleto at its prescribed size, first bar at `x`. The caller keeps the space around it free. */
export function barcodeAt(pdf: Pdf, root: Element, digits: string, x: number, y: number) {
  const draw = () => {
    for (const bar of itfBars(digits, mm(BARCODE_MM.width))) pdf.rect(x + bar.x, y, bar.width, mm(BARCODE_MM.height));
    pdf.fill('#000000');
  };
  root.add(pdf.struct('Figure', { alt: 'Código de barras' }, draw));
}

/** A QR code without its border: four modules around it are to stay white. */
export function qrCodeAt(
  pdf: Pdf,
  root: Element,
  text: string,
  { x, y, width, alt = 'QR code do Pix' }: { x: number; y: number; width: number; alt?: string },
) {
  const { size, bars } = qrCode(text);
  const module = width / size;
  const draw = () => {
    for (const bar of bars) pdf.rect(x + bar.x * module, y + bar.y * module, bar.width * module, module);
    pdf.fill(INK);
  };
  root.add(pdf.struct('Figure', { alt }, draw));
}
