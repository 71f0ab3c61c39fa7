/** Stages of the board, in its order: by age, or by what keeps the ruler away. */
export const STAGE_ORDER = [
  'UPCOMING',
  'TODAY',
  'DAYS_1_7',
  'DAYS_8_30',
  'OVER_30',
  'AGREEMENT',
  'CONTEST',
  'DO_NOT_CONTACT',
  'LEGAL',
] as const;
export type Stage = (typeof STAGE_ORDER)[number];
