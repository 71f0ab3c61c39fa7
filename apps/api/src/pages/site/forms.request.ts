import { SiteMessage, SiteVisit } from '@morada/contract/doors/site';
import { requestVisit, sendMessage } from '#api/modules/doors/site/forms.service.ts';
import type { Deps } from '../../context.ts';
import { type FormOutcome, takeForm as receive, type Values } from '../kit/form-values.ts';

export type Asked = 'visita' | 'mensagem';

/** `page`: path of the visit's own page. */
export type Taken = FormOutcome & { page?: string | undefined };

/** Handles a form submitted without a script; returns the errors by field, none on success. */
export async function takeForm(
  deps: Deps,
  asked: Asked,
  property_id: number,
  values: Values,
  address: string,
): Promise<Taken> {
  const typed = { ...values, property_id, consent: values.consent === 'sim' };
  if (asked === 'mensagem') return receive(SiteMessage, typed, (input) => sendMessage(deps, input));
  let page: string | undefined;
  const outcome = await receive(SiteVisit, typed, async (input) => {
    page = await requestVisit(deps, input, address);
  });
  return { ...outcome, page };
}
