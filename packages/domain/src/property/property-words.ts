// Kept out of the rules: the browser app's first load needs only these labels, for the filters of the lists.

export const PROPERTY_STATUSES = {
  PENDING: 'Pendente',
  AVAILABLE: 'Disponível',
  RENTED: 'Alugado',
  SOLD: 'Vendido',
  UNAVAILABLE: 'Indisponível',
} as const;

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
