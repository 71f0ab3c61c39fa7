import { PRICE_INDICES } from '@morada/domain/lease/readjustment';

/** By what a rent may be readjusted, to choose from. */
export const BASES = [
  ...Object.entries(PRICE_INDICES).map(([value, label]) => ({ value, label })),
  { value: 'MANUAL', label: 'Percentual' },
];

/** How a percentage is typed; what the parties agree may be less than nothing. */
export const PERCENT = { suffix: '%', decimalScale: 2, inputMode: 'decimal', placeholder: '0,00%' } as const;
