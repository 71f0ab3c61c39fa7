import { formatDate, isCalendarDate } from '../base/calendar.ts';
import { formatDocument } from '../base/documents.ts';
import { formatMoney, formatPercent } from '../base/money.ts';
import { GUARANTEES } from './contract.ts';
import { PROPERTY_PURPOSES } from './lease-purposes.ts';
import { LEASE_TAX_MODES } from './lease-tax-modes.ts';
import { rentsText } from './penalty.ts';
import { PRICE_INDICES } from './readjustment.ts';
import { WITHHOLDING_MODES } from './withholding-modes.ts';

/** Fields of a contract's history by their form names, with the format of their values. */
const FIELDS = {
  price: ['Aluguel no contrato', money],
  current_price: ['Valor atual', money],
  discount: ['Desconto', money],
  commission: ['Taxa de administração', percent],
  with_commission: ['Recebe comissão', yesOrNo],
  transfer_date: ['Dia do pagamento', String],
  start_date: ['Início', date],
  end_date: ['Término', date],
  next_readjustment: ['Próximo reajuste', date],
  prorate: ['Cobrar por dias o primeiro e o último mês', yesOrNo],
  ends_at_term: ['Encerra no fim', yesOrNo],
  readjustment_index: ['Índice de reajuste', index],
  readjusts_down: ['Acompanha o índice para baixo', yesOrNo],
  tells_co_tenants: ['Avisa também os outros inquilinos', yesOrNo],
  penalty_rents: ['Multa por rescisão', rents],
  withholding: ['Quem recolhe o imposto de renda', withholding],
  withholding_less_fee: ['Deduzir a taxa de administração do imposto', yesOrNo],
  withholding_iptu: ['IPTU que o proprietário paga', money],
  withholding_condominium: ['Condomínio que o proprietário paga', money],
  lease_tax: ['IBS e CBS', leaseTax],
  purpose: ['Finalidade', purpose],
  guarantee: ['Tipo de garantia', guarantee],
  deposit: ['Valor da caução', money],
  bank_code: ['Código do banco', String],
  bank_name: ['Banco', String],
  bank_full_name: ['Titular', String],
  bank_account: ['Conta', String],
  bank_agency: ['Agência', String],
  bank_cpf: ['CPF/CNPJ do titular', (value) => formatDocument(String(value))],
  bank_pix: ['Chave Pix', String],
  bank_obs: ['Observação', String],
} as const satisfies Record<string, readonly [label: string, words: (value: unknown) => string]>;
export type ContractField = keyof typeof FIELDS;
export const CONTRACT_FIELDS = Object.keys(FIELDS) as ContractField[];

function money(value: unknown): string {
  return typeof value === 'number' ? formatMoney(value) : String(value);
}

function percent(value: unknown): string {
  return typeof value === 'number' ? formatPercent(value) : String(value);
}

function date(value: unknown): string {
  const text = String(value);
  return isCalendarDate(text) ? formatDate(text) : text;
}

function yesOrNo(value: unknown): string {
  return value ? 'Sim' : 'Não';
}

function rents(value: unknown): string {
  return typeof value === 'number' ? rentsText(value) : String(value);
}

function index(value: unknown): string {
  return Object.entries(PRICE_INDICES).find(([code]) => code === value)?.[1] ?? String(value);
}

function withholding(value: unknown): string {
  return Object.entries(WITHHOLDING_MODES).find(([code]) => code === value)?.[1].name ?? String(value);
}

function leaseTax(value: unknown): string {
  return Object.entries(LEASE_TAX_MODES).find(([code]) => code === value)?.[1].name ?? String(value);
}

function purpose(value: unknown): string {
  return Object.entries(PROPERTY_PURPOSES).find(([code]) => code === value)?.[1] ?? String(value);
}

function guarantee(value: unknown): string {
  return Object.entries(GUARANTEES).find(([code]) => code === value)?.[1] ?? String(value);
}

export function isContractField(name: string): name is ContractField {
  return Object.hasOwn(FIELDS, name);
}

/** One field before and after, in words: `Valor atual`, `R$ 2.350,00`, `R$ 2.428,73`. */
export type FieldChange = { field: ContractField; label: string; before: string; after: string };

export function fieldChange(field: ContractField, before: unknown, after: unknown): FieldChange {
  const [label, words] = FIELDS[field];
  const formatted = (value: unknown) => (value === null || value === undefined || value === '' ? '—' : words(value));
  return { field, label, before: formatted(before), after: formatted(after) };
}
