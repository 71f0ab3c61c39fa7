import { sql } from 'kysely';

/** The conditions by which a lease opted for the fixed rate of art. 487, of `reform_option` as `r`, as JSON; null: it did not. */
export const FIXED_RATE_OPTION = sql`case when r.proposal_id is not null then json_build_object('signed_on', r.signed_on,
  'signature', r.signature, 'purpose', r.purpose, 'registered_on', r.registered_on, 'ends_on', r.ends_on) end`;
