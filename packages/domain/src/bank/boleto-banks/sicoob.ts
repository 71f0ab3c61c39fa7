import { AGENCY, type Agreement, type BoletoBank, zeroed } from './boleto-bank.ts';

const WEIGHTS = [3, 1, 9, 7];

const cooperative = (agreement: Agreement) => zeroed(agreement.agency, 4);
const client = (agreement: Agreement) => zeroed(agreement.agreement, 7);

/** Cooperative (4), client (10) and number (7) by the constant 3197 from the left; 10 and 11 are 0. */
function digitOf(cooperative: string, client: string, bare: string): string {
  const digits = [...(cooperative + client.padStart(10, '0') + bare)].map(Number);
  const total = digits.reduce((sum, digit, index) => sum + digit * (WEIGHTS[index % 4] ?? 0), 0);
  return String(((11 - (total % 11)) % 11) % 10);
}

/** Instalment number; our boletos have a single instalment. */
const SINGLE_INSTALMENT = '001';

/** "Layouts para troca de informações" of Sicoob, February 2017, sheet 02, items 3.13 and the fields of the line. */
export const sicoob: BoletoBank = {
  code: '756',
  digit: '0',
  name: 'Sicoob',
  payment_place: 'Pagável em qualquer banco até o vencimento',
  fields: [
    { ...AGENCY, label: 'Cooperativa', help: 'Os 4 números da cooperativa, sem o dígito' },
    {
      key: 'agreement',
      label: 'Código do cliente',
      help: 'O código de até 7 números, com o dígito; não é a conta corrente',
      length: { upTo: 7 },
    },
    { key: 'wallet', label: 'Carteira', help: 'Em geral 1', length: { oneOf: [1] }, initial: '1' },
    {
      key: 'variation',
      label: 'Modalidade',
      help: 'Em geral 01: simples com registro',
      length: { oneOf: [2] },
      initial: '01',
    },
  ],
  lastNumber: () => 9_999_999,
  nossoNumero(agreement, number) {
    const bare = zeroed(number, 7);
    const digit = digitOf(cooperative(agreement), client(agreement), bare);
    return { bare, digit, shown: `${bare}-${digit}` };
  },
  beneficiary: (agreement) => `${cooperative(agreement)}/${client(agreement)}`,
  wallet: (agreement) => `${agreement.wallet}/${agreement.variation}`,
  freeField: (agreement, { bare, digit }) =>
    zeroed(agreement.wallet, 1) +
    cooperative(agreement) +
    zeroed(agreement.variation, 2) +
    client(agreement) +
    bare +
    digit +
    SINGLE_INSTALMENT,
  readFreeField(field) {
    const agreement = {
      wallet: field.slice(0, 1),
      agency: field.slice(1, 5),
      variation: field.slice(5, 7),
      agreement: field.slice(7, 14),
    };
    const bare = field.slice(14, 21);
    return field[21] === digitOf(agreement.agency, agreement.agreement, bare)
      ? { nosso_numero: bare, agreement }
      : undefined;
  },
};
