import { type StateOf, stateMachine } from './state-machine.ts';

/** Staff may set any status from any other: the action is the status wanted. */
const anyStatus = {
  PENDING: 'PENDING',
  AVAILABLE: 'AVAILABLE',
  RENTED: 'RENTED',
  SOLD: 'SOLD',
  UNAVAILABLE: 'UNAVAILABLE',
} as const;

export const propertyLife = stateMachine({
  PENDING: anyStatus,
  AVAILABLE: anyStatus,
  RENTED: anyStatus,
  SOLD: anyStatus,
  UNAVAILABLE: anyStatus,
});
export type PropertyStatus = StateOf<typeof propertyLife>;

export const PROPERTY_STATUSES = {
  PENDING: 'Pendente',
  AVAILABLE: 'Disponível',
  RENTED: 'Alugado',
  SOLD: 'Vendido',
  UNAVAILABLE: 'Indisponível',
} as const satisfies Record<PropertyStatus, string>;

export const TRANSACTION_TYPES = {
  SALE: 'Venda',
  RENT: 'Aluguel',
  PRE_SALE: 'Pré Venda',
  EXCHANGE: 'Permuta',
} as const;
export type TransactionType = keyof typeof TRANSACTION_TYPES;

export const LOCATIONS = {
  APARTMENT: 'Apartamento',
  ROOF: 'Cobertura',
  HOUSE: 'Casa',
  FARM: 'Fazenda',
  CLINIC: 'Clínica',
  SHED: 'Barracão',
  GARAGE: 'Garagem',
  KITNET: 'Kitnet',
  LOT: 'Lote',
  STORE: 'Loja',
  COMERCIAL: 'Sala comercial',
  SITE: 'Sítio',
  INDUSTRIA: 'Indústria',
  CHACARA: 'Chácara',
  COMERCIO: 'Comércio',
  GALPAO: 'Galpão',
} as const;
export type PropertyLocation = keyof typeof LOCATIONS;

/** What the filter "Indisponível" finds: no longer offered to anybody. */
export function isOffMarket(status: PropertyStatus): boolean {
  return status === 'UNAVAILABLE' || status === 'RENTED' || status === 'SOLD';
}

/** Only a rent is let; sale, pre-sale and exchange all give the property away. */
export function statusAfterContract(type: TransactionType): 'RENTED' | 'SOLD' {
  return type === 'RENT' ? 'RENTED' : 'SOLD';
}

/** `Rua São Mateus` → `rua-sao-mateus` */
export function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

type Text = string | null | undefined;

const joined = (separator: string, ...parts: Text[]) =>
  parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(separator);

/** Address of the public page: `/imovel/alugar/12/rua-sao-mateus-juiz-de-fora`. */
export function listingPath(property: { id: number; type: TransactionType; street: Text; city: Text }): string {
  const purpose = property.type === 'RENT' ? 'alugar' : 'comprar';
  return `/imovel/${purpose}/${property.id}/${slug(joined(' ', property.street, property.city)) || 'imovel'}`;
}

/** `Rua São Mateus, 915, ap. 501` */
export function addressLine(property: { street: Text; number?: Text; complement?: Text }): string {
  return joined(', ', property.street, property.number, property.complement);
}
