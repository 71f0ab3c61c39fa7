import { SiteMessage, SiteVisit } from '@morada/contract/doors/site';
import type * as z from 'zod/mini';
import { requestVisit, sendMessage } from '#api/modules/doors/site/forms.service.ts';
import type { Deps } from '../../context.ts';
import { type FormOutcome, takeForm as receive, type Values } from '../kit/form-values.ts';

export type Asked = 'visita' | 'mensagem';

/** Handles a form submitted without a script; returns the errors by field, none on success. */
export const takeForm = (
  deps: Deps,
  asked: Asked,
  property_id: number,
  values: Values,
  address: string,
): Promise<FormOutcome> =>
  asked === 'visita'
    ? take(SiteVisit, { ...values, property_id }, values.consent, (input) => requestVisit(deps, input, address))
    : take(SiteMessage, { ...values, property_id }, values.consent, (input) => sendMessage(deps, input));

const take = <S extends z.ZodMiniType>(
  schema: S,
  typed: Record<string, unknown>,
  consent: string | undefined,
  send: (input: z.output<S>) => Promise<void>,
): Promise<FormOutcome> => receive(schema, { ...typed, consent: consent === 'sim' }, send);
