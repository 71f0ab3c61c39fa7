import type { LinkProps } from '@tanstack/react-router';

type OverPage = 'invoice' | 'transfer';

/** Opens the window of a record over the page one is on: the page names it in its address as `record`. */
export const overPage = (kind: OverPage, id: number): LinkProps => ({
  to: '.',
  search: ((now: object) => ({ ...now, record: `${kind}-${id}` })) as never,
  resetScroll: false,
});
