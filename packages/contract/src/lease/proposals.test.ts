import type { ContractField } from '@morada/domain/lease/contract-fields';
import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { ProposalDetail, ProposalUpdate } from './proposals.ts';

/** Sent beside the terms by the dialog that extends a lease. */
type OfExtension = 'readjustment' | 'charge_rest';
type Term = Exclude<keyof z.output<typeof ProposalUpdate>, OfExtension>;

// The compiler makes these checks (`npm run check`); they do nothing at run time.
test('each field of a contract that can change has a label in the trail, and is in its record', () => {
  expectTypeOf<Term>().toExtend<ContractField>();
  expectTypeOf<Term>().toExtend<keyof z.output<typeof ProposalDetail>>();
});
