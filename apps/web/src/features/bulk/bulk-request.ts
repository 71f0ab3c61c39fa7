import type { BulkAction } from '@morada/contract/desk/bulk.access';

/** A bulk action and the records it applies to. */
export type BulkRequest = {
  action: BulkAction;
  /** Which records: `asked` of a selection. */
  chosen: object;
  /** Further options of the action that the form does not ask for. */
  options?: object;
  /** Called once the run has started; lists clear their selection. */
  onStarted?: () => void;
};
