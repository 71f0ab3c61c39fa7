import type { BasisPoints, Cents } from '../base/money.ts';
import type { DpsEnvironment } from '../fiscal/taxpayer.ts';

export type NfsePlace = {
  street: string | null;
  number: string | null;
  complement: string | null;
  neighborhood: string | null;
  city_code: string | null;
  state: string | null;
  cep: string | null;
};

export type NfseParty = NfsePlace & {
  document: string;
  municipal_registration: string | null;
  name: string;
  phone: string | null;
  email: string | null;
};

/** A note as the national system answered it: what its XML says, without what a note of an agency never has. */
export type NfseNote = {
  key: string;
  number: number;
  /** Of the DPS (`tpAmb`): a note of RESTRICTED has no fiscal value. */
  environment: DpsEnvironment;
  /** `cStat`: 100 generated, 101 replacement. */
  status: string;
  /** Instants in their own time zone: `2026-12-01T10:30:00-03:00`. */
  processed_at: string;
  dps: { series: string; number: string; issued_at: string; competence: string };
  city: string;
  /** Where ISS is due. */
  incidence: string | null;
  issuer: NfseParty;
  /** `opSimpNac`, `regApTribSN`, `regEspTrib`. */
  regime: { simples: string; assessment: string | null; special: string };
  taker: NfseParty | null;
  service: {
    code: string;
    municipal_code: string | null;
    nbs: string | null;
    words: string;
    description: string;
    place: string;
    /** Our name of the note. */
    reference: string | null;
    notes: string | null;
  };
  amounts: {
    service: Cents;
    discount: Cents;
    iss: {
      kind: string;
      withheld: string;
      base: Cents | null;
      rate: BasisPoints | null;
      amount: Cents | null;
    };
    federal: { pis: Cents; cofins: Cents; income_tax: Cents; csll: Cents; social_security: Cents };
    withheld: Cents;
    net: Cents;
    /** Approximate taxes of Simples. */
    simples_rate: BasisPoints | null;
  };
  ibs_cbs: {
    operation: string;
    cst: string;
    class_code: string;
    city: string;
    cib: string | null;
    property_registration: string | null;
    lease: { share: BasisPoints; total: Cents } | null;
    base: Cents;
    ibs_state: { rate: BasisPoints; reduction: BasisPoints | null; effective: BasisPoints; amount: Cents };
    ibs_municipal: { rate: BasisPoints; reduction: BasisPoints | null; effective: BasisPoints; amount: Cents };
    cbs: { rate: BasisPoints; reduction: BasisPoints | null; effective: BasisPoints; amount: Cents };
    ibs: Cents;
    /** Of the note, with the taxes on top from 2027 on. */
    total: Cents;
  } | null;
};
