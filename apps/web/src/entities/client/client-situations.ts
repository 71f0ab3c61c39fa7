export const SITUATIONS = { ACTIVE: 'Ativos', INACTIVE: 'Inativos' } as const;
