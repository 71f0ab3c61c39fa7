import type { CalendarDate } from '../base/calendar.ts';
import { isCnpj, isCpf } from '../base/documents.ts';
import { MAX_SERIES } from '../fiscal/taxpayer.ts';
import type { DpsFacts } from './dps.ts';
import { type NfseRefusal, refusalOf } from './refusals.ts';

/** Rules of the national system that the form alone does not know, worked out before anything is sent. */
export function factRefusals(facts: DpsFacts, today: CalendarDate): NfseRefusal[] {
  return [...broken(facts, today)].map((code) => refusalOf(code, ''));
}

function* broken({ series, competence, issuer, taker, simples_rate }: DpsFacts, today: CalendarDate) {
  if (series < 1 || series > MAX_SERIES) yield 'E0010';
  if (competence > today) yield 'E0015';
  if (issuer.document.length > 11 && !isCnpj(issuer.document)) yield 'E0080';
  if (issuer.regime === 'SIMPLES' && !simples_rate) yield 'E0712';
  const { document } = taker;
  if (document.length <= 11 && !isCpf(document)) yield 'E0206';
  if (document.length > 11 && !isCnpj(document)) yield 'E0188';
  if (isCnpj(document) && taker.place === null) yield 'E0235';
}
