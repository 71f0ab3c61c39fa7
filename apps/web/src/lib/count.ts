/** 30000 → 30.000 */
export const count = (number: number) => number.toLocaleString('pt-BR');
