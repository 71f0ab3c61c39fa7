import { PRICE_INDICES } from '@morada/domain/lease/readjustment';

/** By what a rent may be readjusted, to choose from. */
export const BASES = [
  ...Object.entries(PRICE_INDICES).map(([value, label]) => ({ value, label })),
  { value: 'MANUAL', label: 'Percentual' },
];

/** Placeholder of a percentage that is not typed yet. */
export const NO_PERCENT = '0,00%';
