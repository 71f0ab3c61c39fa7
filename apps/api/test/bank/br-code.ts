import { crc16 } from '@morada/domain/bank/pix/pix';
import { asciiStart } from '@morada/domain/base/ascii';

/** Text of a QR code of a charge. */
export function dynamicCode(location: string, { nome, cidade }: { nome: string; cidade: string }): string {
  const text = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', 'br.gov.bcb.pix') + field('25', location)),
    '52040000',
    '5303986',
    '5802BR',
    field('59', asciiStart(nome, 25)),
    field('60', asciiStart(cidade, 15)),
    field('62', field('05', '***')),
    '6304',
  ].join('');
  return text + crc16(text);
}

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;
