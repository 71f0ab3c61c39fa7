import { count } from '#web/lib/count.ts';

export const propertiesWord = (number: number) => (number === 1 ? '1 imóvel' : `${count(number)} imóveis`);

export const ownersWord = (number: number) => (number === 1 ? '1 proprietário' : `${count(number)} proprietários`);
