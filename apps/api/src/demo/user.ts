/** The one who may sign in to a demonstration; never made anywhere else. */
export const DEMO_USER = { name: 'Mariana Dias', email: 'mariana@demo.morada', password: 'demonstracao' };
