import type { LeaseNoteRow } from '@morada/contract/fiscal/fiscal-notes';
import { type CalendarDate, formatReference, shownReference } from '@morada/domain/base/calendar';
import { isCnpj } from '@morada/domain/base/documents';
import { ADMINISTRATION_NOTE, administrationNbs } from '@morada/domain/fiscal/service-note';
import { type AgencyRegime, type DpsEnvironment, purposeOf, type TaxRegime } from '@morada/domain/fiscal/taxpayer';
import type { DpsFacts, DpsPlace } from '@morada/domain/nfse/dps';
import { addressLine } from '@morada/domain/property/property';
import type { Place } from './lease-notes.queries.ts';
import type { FeeRow } from './service-notes.queries.ts';

/** Who issues: the agency, or an owner. */
export type Issuer = {
  document: string;
  municipal_registration: string | null;
  regime: TaxRegime | null;
  series: number;
  city_code: string;
  /** Approximate taxes that Simples tells. */
  simples_rate: number | null;
};

export type Head = { issuer: Issuer; environment: DpsEnvironment; number: number; reference: string };

type Placed = Place & { city_code: string };

/** First day on which companies in Simples tell IBS and CBS. */
const SIMPLES_JOINS: CalendarDate = '2027-01-01';

const NO_FEDERAL: DpsFacts['federal'] = {
  pis_cofins: null,
  withheld: { social_security: 0, income_tax: 0, csll: 0 },
};

/** A place that has all its parts; the check of the form names what a company lacks. */
const placeOf = ({ city_code, cep, street, number, complement, neighborhood }: Placed): DpsPlace | null =>
  city_code && cep && street && number && neighborhood
    ? { city_code, cep, street, number, complement, neighborhood }
    : null;

const takerOf = ({
  document,
  name,
  email,
  ...place
}: { document: string; name: string; email: string | null } & Placed) => ({
  ...{ document, name, email, phone: null },
  // A company is named with its address, a person by the document alone.
  place: isCnpj(document) ? placeOf(place) : null,
});

const REGIMES: Readonly<Record<TaxRegime, AgencyRegime>> = {
  ...{ REGULAR: 'REGULAR', NONE: 'REGULAR', SIMPLES: 'SIMPLES', MEI: 'MEI' },
};

function headOf({ issuer, environment, number, reference }: Head, competence: CalendarDate) {
  const regime = REGIMES[issuer.regime ?? 'REGULAR'];
  return {
    ...{
      environment,
      series: issuer.series,
      number,
      competence,
      city_code: issuer.city_code,
      reference,
      replaces: null,
    },
    issuer: {
      ...{ document: issuer.document, municipal_registration: issuer.municipal_registration, regime },
      assessment: regime === 'SIMPLES' ? (1 as const) : null,
      special: 0 as const,
    },
    federal: NO_FEDERAL,
    simples_rate: regime === 'SIMPLES' ? (issuer.simples_rate ?? 0) : null,
    discount: 0,
  };
}

const propertyOf = (property: Placed & { cib: string | null; property_registration: string | null }) => ({
  city_code: property.city_code,
  cib: property.cib,
  registration: property.property_registration,
  place: property.cib === null ? placeOf(property) : null,
});

/** The note of the agency's fee to an owner, of one payment. */
export function feeFacts(
  head: Head,
  code: string,
  row: Omit<FeeRow, 'taker' | 'property'> & { taker: FeeRow['taker'] & Placed; property: FeeRow['property'] & Placed },
): DpsFacts {
  const { amount, competence, proposal_id, reference, taker, property } = row;
  const { street, number, complement } = property;
  const address = addressLine({ street: street ?? '', number, complement });
  const start = headOf(head, competence);
  const tells = start.issuer.regime === 'REGULAR' || competence >= SIMPLES_JOINS;
  return {
    ...start,
    taker: takerOf(taker),
    service: {
      ...{
        code,
        municipal_code: null,
        nbs: administrationNbs(purposeOf(row)),
        city_code: head.issuer.city_code,
        notes: null,
      },
      description: `Administração do aluguel de ${address}, ${formatReference(shownReference(reference))}, contrato ${proposal_id}`,
    },
    amount,
    iss: { kind: 'TAXED', withheld_by: null, rate: null },
    ibs_cbs: tells
      ? {
          ...{ operation: ADMINISTRATION_NOTE.operation, cst: ADMINISTRATION_NOTE.cst },
          ...{
            class_code: ADMINISTRATION_NOTE.class,
            final: null,
            property: propertyOf(property),
            lease: null,
            payments: [],
          },
        }
      : null,
  };
}

/** The note of an owner's part of a payment, as the sheet of notes works it out. */
export function leaseFacts(head: Head, row: LeaseNoteRow): DpsFacts {
  const { share, total, adjustments, operation, cst, class_code } = row;
  return {
    ...headOf(head, row.paid_on),
    taker: takerOf(row.tenant),
    service: {
      ...{ code: row.service_code, municipal_code: null, nbs: row.nbs, description: row.description },
      ...{ city_code: row.property.city_code, notes: null },
    },
    amount: row.service,
    iss: { kind: 'NOT_INCIDENT', withheld_by: null, rate: null },
    ibs_cbs: {
      ...{ operation, cst, class_code, final: null, property: propertyOf(row.property), payments: [] },
      lease: { share, total, discount: 0, due_on: null, adjustments },
    },
  };
}
