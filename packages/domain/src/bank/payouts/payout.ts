import { type CalendarDate, daysBetween, daysText } from '../../base/calendar.ts';
import { bareDocument, formatDocument } from '../../base/documents.ts';
import { formatPhone } from '../../base/phone.ts';
import { bankName } from '../banks.ts';
import type { PaymentTarget } from '../cnab/payment.ts';
import { ispbOf } from '../ispb.ts';
import { type PixKey, readPixKey } from '../pix/pix-key.ts';

/** Account of a payee, from a contract or a client's record. */
export type PayoutAccount = {
  bank_code: string | null;
  bank_name: string | null;
  agency: string | null;
  account: string | null;
  type: 'CORRENTE' | 'POUPANCA';
  operation: string | null;
  holder: string | null;
  document: string | null;
  pix: string | null;
};

export type ChosenAccount = { from: 'CONTRACT' | 'REGISTER'; account: PayoutAccount };

/**
 * Account that a transfer is paid to: the contract's when it belongs to the payee, else the payee's first registered
 * one. A third party's account (such as a spouse's) is used only when the contract names it and the payee is the sole
 * owner: otherwise every owner would be paid into it.
 */
export function payoutAccount(of: {
  document: string;
  is_only_owner: boolean;
  contract: PayoutAccount | null;
  registered: PayoutAccount | null;
}): ChosenAccount | null {
  const { contract, registered } = of;
  if (contract && isOwn(contract, of.document)) return { from: 'CONTRACT', account: contract };
  if (registered) return { from: 'REGISTER', account: registered };
  return contract && of.is_only_owner ? { from: 'CONTRACT', account: contract } : null;
}

const isOwn = ({ document }: PayoutAccount, of: string) => document !== null && bareDocument(document) === of;

/** By Pix when there is a readable key, else to the account; null with neither. */
export function payoutTarget({
  bank_code,
  agency,
  account,
  type,
  operation,
  pix,
}: PayoutAccount): PaymentTarget | null {
  const key = pix === null ? undefined : readPixKey(pix);
  if (key) return { kind: 'PIX', key };
  if (!bank_code || !agency || !account) return null;
  return { kind: 'ACCOUNT', bank: bank_code, type, agency, account, operation };
}

/** `Pix 529.982.247-25`, `341 Itaú Unibanco, ag. 1234, c/c 56789-0` */
export function targetLabel(target: PaymentTarget): string {
  if (target.kind === 'PIX') return `Pix ${keyLabel(target.key)}`;
  const { bank, agency, account, operation } = target;
  const kind = target.type === 'POUPANCA' ? 'poupança' : 'c/c';
  return `${bank} ${bankName(bank)}, ag. ${agency}, ${operation ? `op. ${operation}, ` : ''}${kind} ${account}`;
}

function keyLabel({ kind, key }: PixKey): string {
  if (kind === 'CPF' || kind === 'CNPJ') return formatDocument(key);
  return kind === 'PHONE' ? formatPhone(key.replace('+55', '')) : key;
}

/** Account holder; without a named holder, the owner. */
export function payeeOf({ holder, document }: PayoutAccount, owner: { name: string; document: string }) {
  return {
    name: holder?.trim() || owner.name,
    document: document === null ? owner.document : bareDocument(document),
  };
}

/** `Conta ou titular alterado há 3 dias por Mariana Dias`: such changes are the usual way to divert a payment. */
export function accountChangedWords(changed: { on: CalendarDate; by: string | null }, today: CalendarDate): string {
  const days = daysBetween(changed.on, today);
  return `Conta ou titular alterado ${days > 0 ? `há ${daysText(days)}` : 'hoje'}${changed.by ? ` por ${changed.by}` : ''}`;
}

const CAIXA = '104';

/**
 * Why an account can't be paid through the bank's API; undefined: it can. Banks write the numbers of Caixa's accounts,
 * and numbers that end in a letter, in different ways: such accounts are paid by Pix key, or by file.
 */
export function callProblem(target: PaymentTarget): string | undefined {
  if (target.kind === 'PIX') return undefined;
  const byKey = 'cadastre a chave Pix, ou pague por arquivo';
  if (ispbOf(target.bank) === undefined) return `O banco desta conta não recebe Pix pela conta: ${byKey}`;
  if (target.bank === CAIXA) return `Conta da Caixa não é paga por aqui sem a chave: ${byKey}`;
  return /^\d+-?\d$/.test(target.account) ? undefined : `Esta conta não é paga por aqui sem a chave: ${byKey}`;
}
