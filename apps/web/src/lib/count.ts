/** 30000 → 30.000 */
export const count = (number: number) => number.toLocaleString('pt-BR');

/** `1 movimento`, `2 movimentos` */
export const counted = (number: number, one: string, many: string) => `${count(number)} ${number === 1 ? one : many}`;
