export const SITUATIONS = { ACTIVE: 'Ativos', INACTIVE: 'Inativos', DELETED: 'Deletados' } as const;
