import { modulo11 } from '../../base/check-digits.ts';
import { AGENCY, AGENCY_DIGIT, type Agreement, type BoletoBank, zeroed } from './boleto-bank.ts';

const digitOf = (digits: string) => String(modulo11(digits) % 10);

/** Registered, printed by the issuer. */
const WALLET = '14';

/** A code of six digits is followed by its check digit; the newer ones, of seven, take that place. */
function codeOf(agreement: Agreement): string {
  const code = zeroed(agreement.agreement, agreement.agreement?.length === 7 ? 7 : 6);
  return code.length === 7 ? code : code + digitOf(code);
}

/** "Especificações Técnicas para Emissão de Boletos, SIGCB" (67.119 v010), April 2020: 4.2.10 and annexes III, IV, VI. */
export const caixa: BoletoBank = {
  code: '104',
  digit: '0',
  name: 'Caixa',
  payment_place: 'PREFERENCIALMENTE NAS CASAS LOTÉRICAS ATÉ O VALOR LIMITE',
  fields: [
    AGENCY,
    AGENCY_DIGIT,
    {
      key: 'agreement',
      label: 'Código do beneficiário',
      help: 'O código da cobrança (SIGCB), de 6 ou 7 números, sem o dígito; não é a conta',
      length: { oneOf: [6, 7] },
    },
  ],
  lastNumber: () => 999_999_999_999_999,
  nossoNumero(_agreement, number) {
    const bare = WALLET + zeroed(number, 15);
    const digit = digitOf(bare);
    return { bare, digit, shown: `${bare}-${digit}` };
  },
  beneficiary(agreement) {
    const code = zeroed(agreement.agreement, agreement.agreement?.length === 7 ? 7 : 6);
    return `${zeroed(agreement.agency, 4)}/${code}-${digitOf(code)}`;
  },
  wallet: () => 'RG',
  freeField(agreement, { bare }) {
    const field =
      codeOf(agreement) + bare.slice(2, 5) + bare.slice(0, 1) + bare.slice(5, 8) + bare.slice(1, 2) + bare.slice(8);
    return field + digitOf(field);
  },
  readFreeField(field) {
    const body = field.slice(0, 24);
    if (field[24] !== digitOf(body)) return undefined;
    const code = field.slice(0, 7);
    const isOfSix = code[6] === digitOf(code.slice(0, 6));
    return {
      nosso_numero:
        field.slice(10, 11) + field.slice(14, 15) + field.slice(7, 10) + field.slice(11, 14) + field.slice(15, 24),
      agreement: { agreement: isOfSix ? code.slice(0, 6) : code },
    };
  },
};
