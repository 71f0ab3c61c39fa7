export const SITUATIONS = { OPEN: 'Em aberto', LATE: 'Atrasadas', PAID: 'Pagas', ALL: 'Todas' } as const;
