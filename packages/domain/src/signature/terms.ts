/**
 * Fields of a contract that its papers say. Where rent is paid to, and how the agency withholds taxes, is no term between the
 * parties: it changes by a notice.
 */
const TERMS: ReadonlySet<string> = new Set([
  ...[
    'price',
    'current_price',
    'discount',
    'prorate',
    'commission',
    'transfer_date',
    'start_date',
    'end_date',
    'ends_at_term',
  ],
  ...[
    'next_readjustment',
    'readjustment_index',
    'readjusts_down',
    'guarantee',
    'deposit',
    'penalty_rents',
    'lease_tax',
  ],
  'purpose',
]);
/** A readjustment changes these as the terms themselves foresee. */
const FORESEEN: ReadonlySet<string> = new Set(['current_price', 'next_readjustment']);

/** Whether a change of these fields changes what the contract's papers say. */
export const changesTerms = (fields: readonly string[], { byReadjustment }: { byReadjustment: boolean }): boolean =>
  fields.some((field) => TERMS.has(field) && !(byReadjustment && FORESEEN.has(field)));
