import { modulo11 } from '../../base/check-digits.ts';
import { AGENCY, type Agreement, type BoletoBank, zeroed } from './boleto-bank.ts';

const digitOf = (digits: string) => String(modulo11(digits) % 10);

/** Cooperative, unit and beneficiary. */
const owner = (agreement: Agreement) =>
  zeroed(agreement.agency, 4) + zeroed(agreement.unit, 2) + zeroed(agreement.agreement, 5);

/** With registration, simple. */
const KIND = '11';

/** "Manual de Cobrança CNAB 400" of Sicredi, August 2019: 5.3, 5.4, 10.7.1 and 10.7.2. */
export const sicredi: BoletoBank = {
  code: '748',
  digit: 'X',
  name: 'Sicredi',
  payment_place: 'PREFERENCIALMENTE EM CANAIS ELETRÔNICOS DA SUA INSTITUIÇÃO FINANCEIRA',
  fields: [
    { ...AGENCY, label: 'Cooperativa', help: 'Os 4 números da cooperativa ou agência' },
    { key: 'unit', label: 'Posto', help: 'Os 2 números do posto ou unidade de atendimento', length: { upTo: 2 } },
    {
      key: 'agreement',
      label: 'Código do beneficiário',
      help: 'Os 5 números que a cooperativa informou',
      length: { upTo: 5 },
    },
    {
      key: 'generator',
      label: 'Byte de geração',
      help: 'De 2 a 9; troque-o quando a numeração do ano se esgotar',
      length: { oneOf: [1] },
      initial: '2',
    },
  ],
  problems: ({ generator = '' }) =>
    // 1 is the cooperative's own.
    /^[2-9]$/.test(generator) ? [] : [{ field: 'generator', message: 'O byte de geração vai de 2 a 9' }],
  yearly: true,
  lastNumber: () => 99_999,
  nossoNumero(agreement, number, year) {
    const bare = zeroed(year % 100, 2) + zeroed(agreement.generator, 1) + zeroed(number, 5);
    const digit = digitOf(owner(agreement) + bare);
    return { bare, digit, shown: `${bare.slice(0, 2)}/${bare.slice(2)}-${digit}` };
  },
  beneficiary(agreement) {
    const code = owner(agreement);
    return `${code.slice(0, 4)}.${code.slice(4, 6)}.${code.slice(6)}`;
  },
  wallet: () => '1',
  freeField(agreement, { bare, digit }, amount) {
    const field = `${KIND}${bare}${digit}${owner(agreement)}${amount > 0 ? 1 : 0}0`;
    return field + digitOf(field);
  },
  readFreeField(field) {
    const code = field.slice(11, 22);
    const bare = field.slice(2, 10);
    if (field[24] !== digitOf(field.slice(0, 24)) || field[10] !== digitOf(code + bare)) return undefined;
    return {
      nosso_numero: bare,
      agreement: {
        agency: code.slice(0, 4),
        unit: code.slice(4, 6),
        agreement: code.slice(6),
        generator: bare.slice(2, 3),
      },
    };
  },
};
