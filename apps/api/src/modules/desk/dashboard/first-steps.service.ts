import { FIRST_STEPS, type FirstStep, type FirstStepKey } from '@morada/contract/desk/dashboard';
import { granted } from '@morada/domain/access/permissions';
import type { Context } from '#api/context.ts';
import { canMail } from '#api/mail/mail.service.ts';
import { type Facts, findFacts } from './first-steps.queries.ts';

const AGENCY_DATA = ['cnpj', 'address', 'phone', 'logo'] as const;

const IS_DONE: Record<FirstStepKey, (facts: Facts) => boolean> = {
  AGENCY: (facts) => AGENCY_DATA.every((part) => facts[part]),
  COLLECTION: ({ collection }) => collection,
  TEAM: ({ team }) => team,
  PEOPLE: ({ people }) => people,
  PROPERTIES: ({ properties }) => properties,
  CONTRACTS: ({ contracts }) => contracts,
  SAFEGUARDS: ({ safeguards }) => safeguards,
  BILLING: ({ billing }) => billing,
};

function missingOf(key: FirstStepKey, facts: Facts): FirstStep['missing'] {
  if (key === 'AGENCY') return AGENCY_DATA.filter((part) => !facts[part]);
  if (key !== 'BILLING' || facts.billing) return [];
  return (['invoice', 'channel', 'messages'] as const).filter((part) => !facts[part]);
}

/** First steps that the caller has permission for, with their state; empty when all are done or they were dismissed. */
export async function firstSteps(ctx: Context): Promise<FirstStep[]> {
  const { db, actor } = ctx;
  const theirs = (Object.keys(FIRST_STEPS) as FirstStepKey[]).filter((key) =>
    granted(actor.permissions, FIRST_STEPS[key]),
  );
  const facts = theirs.length > 0 ? await findFacts(db) : undefined;
  if (!facts) return [];
  const steps = theirs.map((key) => ({
    key,
    done: IS_DONE[key](facts),
    missing: missingOf(key, { ...facts, channel: facts.channel || canMail(ctx) }),
  }));
  return steps.every(({ done }) => done) ? [] : steps;
}
