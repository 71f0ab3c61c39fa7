import type { Answer } from '@morada/contract/base/endpoint';
import type { ProposalCreate, ProposalDetail, ProposalUpdate } from '@morada/contract/lease/proposals';
import type { clients } from '@morada/contract/registry/clients';
import { addMonths, type CalendarDate } from '@morada/domain/base/calendar';
import type { BasisPoints } from '@morada/domain/base/money';
import type { DefaultValues } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Values of the two forms: the request bodies, decoded. */
export type ContractDraft = z.input<typeof ProposalCreate>;
export type ContractTerms = z.input<typeof ProposalUpdate>;

export type BankAccount = Answer<typeof clients.banks>[number];

/** Three rents, in hundredths, are the custom. */
const PENALTY_RENTS = 300;
const COMMISSION: BasisPoints = 1_000;
const READJUSTMENT_MONTHS = 12;
export const nextReadjustment = (start: CalendarDate) => addMonths(start, READJUSTMENT_MONTHS);

/** An empty picker; the schema asks for a choice. */
export const NOBODY = null as unknown as number;

/** Guarantor pickers: at least one with a bondsman; otherwise none, unless one is already filled in. */
export function guarantorPlaces({ guarantee, guarantors = [] }: Pick<ContractDraft, 'guarantee' | 'guarantors'>) {
  const places = guarantors.map((id) => id ?? NOBODY);
  if (guarantee === 'BONDSMAN') return places.length > 0 ? places : [NOBODY];
  return places.some((id) => id !== NOBODY) ? places : [];
}

/** A new contract before anything is typed. */
export const blankDraft = (today: CalendarDate): DefaultValues<ContractDraft> => ({
  user_id: NOBODY,
  property_id: NOBODY,
  start_date: today,
  prorate: true,
  ends_at_term: false,
  discount: 0,
  commission: COMMISSION,
  with_commission: true,
  readjustment_index: 'IGPM',
  readjusts_down: false,
  tells_co_tenants: false,
  penalty_rents: PENALTY_RENTS,
  withholding: 'NONE',
  withholding_less_fee: false,
  withholding_iptu: 0,
  withholding_condominium: 0,
  lease_tax: 'ON_TOP',
  purpose: '' as ContractDraft['purpose'],
  guarantors: [],
  ...NO_ACCOUNT,
});

export const NO_ACCOUNT = {
  bank_code: '',
  bank_full_name: '',
  bank_account: '',
  bank_agency: '',
  bank_cpf: '',
  bank_pix: '',
  bank_obs: '',
};

/** The fields of a contract's account, filled from one of the owner's. */
export const accountFields = (account: BankAccount): typeof NO_ACCOUNT => ({
  bank_code: account.code ?? '',
  bank_full_name: account.holder_name,
  bank_account: account.account_number ?? '',
  bank_agency: account.agency_number ?? '',
  bank_cpf: account.document,
  bank_pix: account.pix_key ?? '',
  bank_obs: account.obs ?? '',
});

/** The name goes with the code. */
export const withBankName = <T extends { bank_code?: string | null }>(values: T, bankName: (code: string) => string) =>
  values.bank_code ? { ...values, bank_name: bankName(values.bank_code) } : values;

/** Fields of the terms without a proposed value: the service fills them, or a window of its own writes them. */
type Unproposed = 'ends_at_term' | 'readjustment' | 'bank_name' | 'charge_rest';

/** Every field of the terms has a line here: one that is missing does not compile. */
type ProposedTerms = { [Field in Exclude<keyof ContractTerms, Unproposed>]-?: ContractTerms[Field] | undefined };

export const termsOf = (proposal: ProposalDetail): ContractTerms & ProposedTerms => ({
  start_date: proposal.start_date,
  end_date: proposal.end_date,
  next_readjustment: proposal.next_readjustment ?? undefined,
  prorate: proposal.prorate,
  ...(proposal.property.type === 'RENT' && { ends_at_term: proposal.ends_at_term }),
  price: proposal.price,
  current_price: proposal.current_price,
  discount: proposal.discount,
  commission: proposal.commission,
  with_commission: proposal.with_commission,
  transfer_date: proposal.transfer_date,
  readjustment_index: proposal.readjustment_index,
  readjusts_down: proposal.readjusts_down,
  tells_co_tenants: proposal.tells_co_tenants,
  penalty_rents: proposal.penalty_rents,
  withholding: proposal.withholding,
  withholding_less_fee: proposal.withholding_less_fee,
  withholding_iptu: proposal.withholding_iptu,
  withholding_condominium: proposal.withholding_condominium,
  lease_tax: proposal.lease_tax,
  purpose: proposal.purpose ?? ('' as ContractTerms['purpose']),
  guarantee: proposal.guarantee,
  deposit: proposal.deposit,
  bank_code: proposal.bank_code ?? '',
  bank_full_name: proposal.bank_full_name ?? '',
  bank_account: proposal.bank_account ?? '',
  bank_agency: proposal.bank_agency ?? '',
  bank_cpf: proposal.bank_cpf ?? '',
  bank_pix: proposal.bank_pix ?? '',
  bank_obs: proposal.bank_obs ?? '',
});
