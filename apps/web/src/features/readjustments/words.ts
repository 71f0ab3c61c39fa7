import { type Cents, formatMoney } from '@morada/domain/base/money';

/** `+R$ 78,73` */
export const signed = (amount: Cents) => (amount > 0 ? `+${formatMoney(amount)}` : formatMoney(amount));

export const contractsInWords = (count: number) => (count === 1 ? '1 contrato' : `${count} contratos`);
