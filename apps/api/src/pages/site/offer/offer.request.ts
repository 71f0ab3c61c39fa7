import { randomBytes } from 'node:crypto';
import { Problem } from '@morada/contract/base/problem';
import { SiteOfferStart, SiteProperty } from '@morada/contract/doors/site';
import { placeProblems } from '@morada/contract/registry/places';
import { fromHundredths, parseMoney } from '@morada/domain/base/money';
import { addressOfCep } from '#api/modules/registry/places/places.service.ts';
import { offerProperty } from '#api/modules/registry/properties/offered.service.ts';
import type { Deps } from '../../../context.ts';
import { type Errors, type FormOutcome, takeForm, type Values } from '../../kit/form-values.ts';

/** An amount or area as typed; an unreadable one is NaN, which no schema accepts. */
function readNumber(text: string | undefined): number | undefined {
  if (!text?.trim()) return undefined;
  const hundredths = parseMoney(text);
  return hundredths === undefined ? Number.NaN : fromHundredths(hundredths);
}

function readCount(text: string | undefined): number | undefined {
  if (!text?.trim()) return undefined;
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

const SUBMISSION = /^[\w-]{22}$/;
/** Idempotency key of a form: sent twice, it returns the same offer. */
const submissionIn = ({ envio = '' }: Values) => (SUBMISSION.test(envio) ? envio : undefined);
export const withSubmission = (values: Values): Values => ({
  ...values,
  envio: submissionIn(values) ?? randomBytes(16).toString('base64url'),
});

type Taken = FormOutcome & { link?: string | undefined };

/** Stores the offer. `link`: path of the owner's page, where it may be shown. */
export async function takeOffer(deps: Deps, values: Values): Promise<Taken> {
  const typed = {
    ...values,
    consent: values.consent === 'sim',
    price: readNumber(values.price),
    condominium: readNumber(values.condominium),
    iptu: readNumber(values.iptu),
    bedrooms: readCount(values.bedrooms),
    bathrooms: readCount(values.bathrooms),
    garage: readCount(values.garage),
    building_area: readNumber(values.building_area),
    land_area: readNumber(values.land_area),
  };
  let link: string | undefined;
  const outcome = await takeForm(SiteProperty, typed, async (input) => {
    link = await offerProperty(deps, input, submissionIn(values));
  });
  return { ...outcome, link };
}

/** `note`: what the visitor should know about the address, in place of an error. */
type LookedUp = { values: Values; errors: Errors; note?: string };

const AWAY = 'Não conseguimos consultar o CEP agora. Preencha o endereço abaixo e siga normalmente.';
const UNKNOWN = 'Não encontramos este CEP. Confira os números, ou preencha o endereço abaixo.';
const FOUND = 'Endereço preenchido pelo CEP. Confira, e informe o número.';

/** Checks the first step, and fills in the address of its CEP. The form goes on without the service. */
export async function startOffer(deps: Deps, values: Values): Promise<LookedUp> {
  const { errors } = await takeForm(SiteOfferStart, values, async () => undefined);
  return Object.keys(errors).length > 0 ? { values, errors } : lookUp(deps, values);
}

async function lookUp(deps: Deps, values: Values): Promise<LookedUp> {
  try {
    const { street, neighborhood, city, state } = await addressOfCep(deps, (values.cep ?? '').replace(/\D/g, ''));
    const found = Object.entries({ street, neighborhood, city, state }).filter(([, text]) => text);
    return { values: { ...values, ...Object.fromEntries(found) }, errors: {}, note: FOUND };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { values, errors: {}, note: error.code === placeProblems.CEP_NOT_FOUND().code ? UNKNOWN : AWAY };
  }
}
