/** Civil day of the browser tests: a Friday in November, when October's rent is due. */
export const TODAY = '2026-11-20';

export const ADMIN = { name: 'Mariana Dias', email: 'mariana@morada.test', password: 'segredo-da-mariana' };
