import { BLANK } from '@morada/domain/template/template';

/** Blank left for an unknown value; a longer run of underscores is a signature line. */
export const GAP = new RegExp(`(?<!_)${BLANK}(?!_)`);
