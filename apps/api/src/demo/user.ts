/** User of a demonstration; never created elsewhere. */
export const DEMO_USER = { name: 'Mariana Dias', email: 'mariana@demo.morada', password: 'demonstracao' };

/** Client of the demonstration's client area, who rents one of its properties and owns another. */
export const DEMO_CLIENT = { email: 'cliente@demo.morada', password: 'demonstracao' };
