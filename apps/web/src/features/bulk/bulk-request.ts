import type { BulkAction } from '@morada/contract/bulk.access';

/** What is to be done to which records. */
export type BulkRequest = {
  action: BulkAction;
  /** Which records: `asked` of a selection. */
  chosen: object;
  /** What the deed takes beside them and nobody is asked for. */
  options?: object;
  /** It was carried out: the choice has done its work. */
  onStarted?: () => void;
};
