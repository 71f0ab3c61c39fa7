import type { LeaseNoteRow } from '@morada/contract/fiscal/fiscal-notes';
import {
  type CalendarDate,
  formatReference,
  later,
  type Reference,
  shownReference,
} from '@morada/domain/base/calendar';
import { isCnpj } from '@morada/domain/base/documents';
import { type BasisPoints, formatMoney, sum } from '@morada/domain/base/money';
import {
  ADMINISTRATION_NOTE,
  administrationNbs,
  type NoteChannel,
  pisAndCofins,
} from '@morada/domain/fiscal/service-note';
import { type AgencyRegime, type DpsEnvironment, purposeOf, type TaxRegime } from '@morada/domain/fiscal/taxpayer';
import type { DpsFacts, DpsPlace } from '@morada/domain/nfse/dps';
import { addressLine } from '@morada/domain/property/property';
import type { Place } from './lease-notes.queries.ts';
import type { FeePart, FeeRow } from './service-notes.queries.ts';

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

/** What the notes of the agency's fees say of its taxes beside. */
export type FeeTaxes = {
  codes: Readonly<Record<'ADMINISTRATION' | 'BROKERAGE', string>>;
  /** Of a city outside the national system: its rate of ISS, and the codes of its own list. */
  city: {
    iss_rate: BasisPoints | null;
    codes: Readonly<Record<'ADMINISTRATION' | 'BROKERAGE', string | null>>;
  } | null;
  /** Where the municipality does not tell its rate of ISS. */
  iss_rate: BasisPoints | null;
  pis_rate: BasisPoints | null;
  cofins_rate: BasisPoints | null;
};

export type Head = {
  issuer: Issuer;
  via: NoteChannel;
  environment: DpsEnvironment;
  number: number;
  reference: string;
  replaces: DpsFacts['replaces'];
};

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

const takerOf = (
  { document, name, email, ...place }: { document: string; name: string; email: string | null } & Placed,
  via: NoteChannel,
) => ({
  ...{ document, name, email, phone: null },
  // The national system knows a person by the document alone; a company, and whoever a city's note is for, has an address.
  place: isCnpj(document) || via === 'FOCUS' ? placeOf(place) : null,
});

const REGIMES: Readonly<Record<TaxRegime, AgencyRegime>> = {
  ...{ REGULAR: 'REGULAR', NONE: 'REGULAR', SIMPLES: 'SIMPLES', MEI: 'MEI' },
};

function headOf({ issuer, environment, number, reference, replaces }: Head, competence: CalendarDate) {
  const regime = REGIMES[issuer.regime ?? 'REGULAR'];
  return {
    ...{
      environment,
      series: issuer.series,
      number,
      competence,
      city_code: issuer.city_code,
      reference,
      replaces,
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

type Part = Omit<FeePart, 'property'> & { property: FeePart['property'] & Placed };
type Fee = Omit<FeeRow, 'taker' | 'parts'> & { taker: FeeRow['taker'] & Placed; parts: readonly [Part, ...Part[]] };

/** The note of the agency's fee to an owner: of one payment, of those of a month, or of the letting. */
export function feeFacts(
  head: Head,
  { codes, city, ...taxes }: FeeTaxes,
  { kind, month, taker, parts }: Fee,
): DpsFacts {
  const amount = sum(parts.map((part) => part.amount));
  const competence = parts.map((part) => part.competence).reduce((one, other) => later(one, other));
  const [first] = parts;
  const properties = new Set(parts.map(({ property }) => property.id));
  const start = headOf(head, competence);
  const regular = start.issuer.regime === 'REGULAR';
  return {
    ...start,
    federal: { ...NO_FEDERAL, pis_cofins: regular ? pisAndCofins(amount, competence, taxes) : null },
    taker: takerOf(taker, head.via),
    service: {
      ...{
        code: kind === 'BROKERAGE' ? codes.BROKERAGE : codes.ADMINISTRATION,
        municipal_code: city?.codes[kind === 'BROKERAGE' ? kind : 'ADMINISTRATION'] ?? null,
        nbs: nbsOf(parts),
        city_code: head.issuer.city_code,
        notes: null,
      },
      description: kind === 'BROKERAGE' ? `Intermediação da locação de ${partWords(first)}` : feeWords(parts, month),
    },
    amount,
    // In the national system Simples has it in its own rate (E0625), and MEI pays none by the note.
    iss: { kind: 'TAXED', withheld_by: null, rate: city ? city.iss_rate : regular ? taxes.iss_rate : null },
    ibs_cbs:
      regular || competence >= SIMPLES_JOINS
        ? {
            ...{ operation: ADMINISTRATION_NOTE.operation, cst: ADMINISTRATION_NOTE.cst },
            ...{ class_code: ADMINISTRATION_NOTE.class, final: null, lease: null, payments: [] },
            // A document names one property.
            property: properties.size === 1 ? propertyOf(first.property) : null,
          }
        : null,
  };
}

/** A document has one NBS: that of the larger part of the fees. */
function nbsOf(parts: readonly Part[]): string {
  const amounts = new Map<string, number>();
  for (const part of parts) {
    const nbs = administrationNbs(purposeOf(part));
    amounts.set(nbs, (amounts.get(nbs) ?? 0) + part.amount);
  }
  return [...amounts].reduce((one, other) => (other[1] > one[1] ? other : one))[0];
}

function partWords({ property: { street, number, complement }, reference, proposal_id }: Part): string {
  const address = addressLine({ street: street ?? '', number, complement });
  return `${address}, ${formatReference(shownReference(reference))}, contrato ${proposal_id}`;
}

function feeWords(parts: readonly [Part, ...Part[]], month: Reference | null): string {
  if (month === null) return `Administração do aluguel de ${partWords(parts[0])}`;
  const each = parts.map((part) => `${partWords(part)}, ${formatMoney(part.amount)}`);
  return `Administração dos aluguéis recebidos em ${formatReference(month)}: ${each.join('; ')}`;
}

/** The note of an owner's part of a payment, as the sheet of notes works it out. */
export function leaseFacts(head: Head, row: LeaseNoteRow): DpsFacts {
  const { share, total, adjustments, operation, cst, class_code } = row;
  return {
    ...headOf(head, row.paid_on),
    taker: takerOf(row.tenant, head.via),
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
