import type { DimobFinding } from '@morada/contract/fiscal/fiscal';
import { bareDocument, isDocument } from '@morada/domain/base/documents';
import { allocate, portion } from '@morada/domain/base/money';
import {
  type DimobMonth,
  type DimobProperty,
  type DimobRent,
  type DimobSale,
  NON_RESIDENT_DOCUMENT,
} from '@morada/domain/fiscal/dimob';
import { dimobContractDate, dimobContractNumber, isRural } from '@morada/domain/fiscal/dimob-contract';
import { ownerWeights } from '@morada/domain/lease/ownership';
import { addressLine } from '@morada/domain/property/property';
import { present } from '#api/base/present.ts';
import type { RentRow, SaleRow } from './dimob.queries.ts';

type CodeOf = (city: string | null, state: string | null) => { receita: string };

type Place = Pick<RentRow, 'street' | 'number' | 'complement' | 'neighborhood' | 'city' | 'state' | 'cep' | 'location'>;

const propertyOf = (place: Place, codeOf: CodeOf): DimobProperty => ({
  rural: isRural(place.location),
  address: place.street.trim() === '' ? '' : [addressLine(place), place.neighborhood].filter(Boolean).join(', '),
  cep: (place.cep ?? '').replace(/\D/g, ''),
  municipality: codeOf(place.city, place.state).receita,
  uf: place.state ?? '',
});

/** The twelve months of a row. */
export function monthsOf({ payments }: Pick<RentRow, 'payments'>): DimobMonth[] {
  const months = Array.from({ length: 12 }, () => ({ rent: 0, fee: 0, tax: 0 }));
  for (const [number, rent, fee, tax] of payments) {
    const month = present(months[number - 1], 'the month');
    month.rent += rent;
    month.fee += fee;
    month.tax += tax;
  }
  return months;
}

/** A tenant abroad may have neither CPF nor CNPJ. */
function tenantDocument({ tenant_document, tenant_abroad }: RentRow): string {
  const document = bareDocument(tenant_document);
  return tenant_abroad && !isDocument(document) ? NON_RESIDENT_DOCUMENT : document;
}

export type RentLine = DimobRent & { owner_id: number; tenant_id: number; proposal_id: number; property_id: number };

export const rentOf = (row: RentRow, codeOf: CodeOf): RentLine => ({
  owner_id: row.owner_id,
  tenant_id: row.tenant_id,
  proposal_id: row.proposal_id,
  property_id: row.property_id,
  owner: { document: bareDocument(row.owner_document), name: row.owner_name },
  tenant: { document: tenantDocument(row), name: row.tenant_name },
  contract_number: dimobContractNumber(row.proposal_id),
  contract_date: dimobContractDate(row),
  months: monthsOf(row),
  property: propertyOf(row, codeOf),
});

export type SaleLine = DimobSale & { buyer_id: number; seller_id: number; sale_id: number; property_id: number };

/** One row for each seller: price and commission by share, without losing a centavo. */
export function salesOf(row: SaleRow, codeOf: CodeOf): SaleLine[] {
  if (row.sellers.length === 0) return [];
  const sellers = ownerWeights(row.sellers);
  const weights = sellers.map(({ share }) => share);
  const prices = allocate(row.price, weights);
  const commissions = allocate(portion(row.price, row.commission), weights);
  return sellers.map((seller, index) => ({
    buyer_id: row.buyer_id,
    seller_id: seller.id,
    sale_id: row.sale_id,
    property_id: row.property_id,
    buyer: { document: bareDocument(row.buyer_document), name: row.buyer_name },
    seller: { document: bareDocument(seller.document), name: seller.name },
    contract_number: dimobContractNumber(row.sale_id),
    contract_date: dimobContractDate(row),
    price: prices[index] ?? 0,
    commission: commissions[index] ?? 0,
    property: propertyOf(row, codeOf),
  }));
}

export const withoutSeller = ({ sale_id, property_id }: SaleRow): DimobFinding => ({
  kind: 'BLOCKING',
  subject: 'PROPERTY',
  id: property_id,
  message: `O imóvel do contrato de venda ${dimobContractNumber(sale_id)} não tem proprietário`,
});

/**
 * Warning when a company pays a natural person, which requires income tax to be withheld, and the contract doesn't say
 * who withholds it.
 */
export function withoutMode(row: RentRow): DimobFinding | undefined {
  if (row.withholding !== 'NONE' || row.tenant_type !== 'JURIDICA' || row.owner_type !== 'FISICA') return undefined;
  return {
    kind: 'WARNING',
    subject: 'CONTRACT',
    id: row.proposal_id,
    message: `${row.tenant_name} é empresa e paga aluguel a pessoa física: o contrato ${dimobContractNumber(row.proposal_id)} não diz quem retém o imposto`,
  };
}
