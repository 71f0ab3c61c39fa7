export const TRANSACTIONS = { ALL: 'Todos', SALE: 'Venda', RENT: 'Aluguel' } as const;
export const SITUATIONS = { ALL: 'Todos', AVAILABLE: 'Disponível', UNAVAILABLE: 'Indisponível' } as const;
export const ORDERS = { 'id:desc': 'Mais recentes', 'price:asc': 'Menor preço', 'price:desc': 'Maior preço' } as const;
