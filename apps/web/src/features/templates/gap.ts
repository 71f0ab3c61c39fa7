import { BLANK } from '@morada/domain/template/template';

/** Room left for a value that nobody knows; a longer line is one to sign on. */
export const GAP = new RegExp(`(?<!_)${BLANK}(?!_)`);
