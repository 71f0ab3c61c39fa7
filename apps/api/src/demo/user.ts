/** The one who may sign in to a demonstration; never made anywhere else. */
export const DEMO_USER = { name: 'Mariana Dias', email: 'mariana@demo.morada', password: 'demonstracao' };

/** Who may sign in to its client area: somebody who rents one of its properties and owns another. */
export const DEMO_CLIENT = { email: 'cliente@demo.morada', password: 'demonstracao' };
