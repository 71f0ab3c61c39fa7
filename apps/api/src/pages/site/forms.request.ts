import { SiteMessage, SiteProperty, SiteVisit } from '@morada/contract/site';
import { centsToReais, parseMoney } from '@morada/domain/base/money';
import type * as z from 'zod/mini';
import type { Deps } from '../../context.ts';
import { offerProperty, requestVisit, sendMessage } from '../../modules/site/forms.service.ts';
import { type Errors, type FormOutcome, takeForm as receive, type Values } from '../kit/form-values.ts';

/** Price as typed; an unreadable one is omitted. */
export async function takeOffer(deps: Deps, values: Values): Promise<Errors> {
  const price = parseMoney(values.price ?? '');
  const typed = { ...values, price: price === undefined ? undefined : centsToReais(price) };
  return (await take(SiteProperty, typed, values.consent, (input) => offerProperty(deps, input))).errors;
}

export type Asked = 'visita' | 'mensagem';

/** Handles a form submitted without a script; returns the errors by field, none on success. */
export const takeForm = (deps: Deps, asked: Asked, property_id: number, values: Values): Promise<FormOutcome> =>
  asked === 'visita'
    ? take(SiteVisit, { ...values, property_id }, values.consent, (input) => requestVisit(deps, input))
    : take(SiteMessage, { ...values, property_id }, values.consent, (input) => sendMessage(deps, input));

const take = <S extends z.ZodMiniType>(
  schema: S,
  typed: Record<string, unknown>,
  consent: string | undefined,
  send: (input: z.output<S>) => Promise<void>,
): Promise<FormOutcome> => receive(schema, { ...typed, consent: consent === 'sim' }, send);
