import type { CalendarDate } from '../base/calendar.ts';
import { documentKind } from '../base/documents.ts';
import { type BasisPoints, type Cents, formatMoney, formatPercent } from '../base/money.ts';
import type { DpsEnvironment } from '../fiscal/taxpayer.ts';
import { NOTE_ADJUSTMENTS, type NoteAdjustment } from '../rent/lease-note.ts';
import type { Layout } from './layout.ts';
import { element, latin, latinLines, optional, written, type XmlElement } from './xml.ts';

export const NFSE_NAMESPACE = 'http://www.sped.fazenda.gov.br/nfse';

/** Program that writes the documents (`verAplic`). */
export const PROGRAM = 'Morada 1';

/** How the issuer stands towards Simples (`opSimpNac`); PENDING since NT 009. */
export const SIMPLES_CODES = { REGULAR: '1', MEI: '2', SIMPLES: '3', PENDING: '4' } as const;

export type IssuerRegime = keyof typeof SIMPLES_CODES;

/** Where ISS and the federal taxes of a company in Simples are worked out (`regApTribSN`). */
export type SimplesAssessment = 1 | 2 | 3;

/** Reasons of a replacement (`subst/cMotivo`). */
export const REPLACEMENT_REASONS = {
  '01': 'Desenquadramento do Simples Nacional',
  '02': 'Enquadramento no Simples Nacional',
  '03': 'Inclusão retroativa de imunidade ou isenção',
  '04': 'Exclusão retroativa de imunidade ou isenção',
  '05': 'Rejeição pelo tomador ou pelo intermediário',
  '99': 'Outros',
} as const;

export type ReplacementReason = keyof typeof REPLACEMENT_REASONS;

/** Reasons of a cancellation (`e101101/cMotivo`). */
export const CANCELLATION_REASONS = {
  '1': 'Erro na emissão',
  '2': 'Serviço não prestado',
  '9': 'Outros',
} as const;

export type CancellationReason = keyof typeof CANCELLATION_REASONS;

export type DpsPlace = {
  /** Of the IBGE. */
  city_code: string;
  cep: string;
  street: string;
  number: string;
  complement: string | null;
  neighborhood: string;
};

export type DpsTaker = {
  /** Bare CPF or CNPJ. */
  document: string;
  name: string;
  email: string | null;
  /** Digits. */
  phone: string | null;
  /** Required of a company. */
  place: DpsPlace | null;
};

/** The property of an operation with IBS and CBS: by its CIB, else by its address. */
export type DpsProperty = {
  city_code: string;
  cib: string | null;
  registration: string | null;
  place: Omit<DpsPlace, 'city_code'> | null;
};

/** The issuer's part of a lease: 99.03 has `amount` = `share` of `total` (NT 009). */
export type DpsLease = {
  share: BasisPoints;
  total: Cents;
  /** Of the whole operation. */
  discount: Cents;
  due_on: CalendarDate | null;
  /** Of the whole operation; they enter by the share. */
  adjustments: readonly { code: NoteAdjustment; amount: Cents }[];
};

/** How a payment was made, for split payment. Kept, and written from NT 009 on where it is given. */
export type DpsPayment = { transaction: string; means: string; receiver: string; provider: string };

/** What a DPS says. Amounts are in centavos, rates in hundredths of a percent. */
export type DpsFacts = {
  environment: DpsEnvironment;
  /** 1 to 49,999. */
  series: number;
  /** 0: a city numbers its notes itself. */
  number: number;
  competence: CalendarDate;
  /** Municipality of the issuer, by the IBGE. */
  city_code: string;
  /** Our name of the note, of letters and digits, at most 20: tells our note from another of the same number. */
  reference: string;
  replaces: { key: string; reason: ReplacementReason; text: string | null } | null;
  issuer: {
    /** Bare CPF or CNPJ. */
    document: string;
    municipal_registration: string | null;
    regime: IssuerRegime;
    /** Of Simples alone. */
    assessment: SimplesAssessment | null;
    /** `regEspTrib`; 0: none. */
    special: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  };
  taker: DpsTaker;
  service: {
    /** National code, six digits. */
    code: string;
    /** Municipal code, three digits. */
    municipal_code: string | null;
    nbs: string;
    description: string;
    /** Where the service is given, by the IBGE. */
    city_code: string;
    /** Further words of the note. */
    notes: string | null;
  };
  amount: Cents;
  /** Unconditional. */
  discount: Cents;
  iss: {
    kind: 'TAXED' | 'IMMUNE' | 'EXPORT' | 'NOT_INCIDENT';
    withheld_by: 'TAKER' | 'INTERMEDIARY' | null;
    /** Sent only where the municipality is not active in the national system, or withholds from Simples. */
    rate: BasisPoints | null;
  };
  federal: {
    /** PIS and COFINS of the operation. */
    pis_cofins: {
      cst: string;
      base: Cents;
      pis_rate: BasisPoints;
      cofins_rate: BasisPoints;
      pis: Cents;
      cofins: Cents;
    } | null;
    withheld: { social_security: Cents; income_tax: Cents; csll: Cents };
  };
  /** Approximate taxes (Lei 12.741/2012): of Simples a rate; null: not told. */
  simples_rate: BasisPoints | null;
  ibs_cbs: {
    /** `cIndOp`. */
    operation: string;
    cst: string;
    class_code: string;
    /** Whether the taker is a final consumer; null: not told. */
    final: boolean | null;
    property: DpsProperty | null;
    lease: DpsLease | null;
    payments: readonly DpsPayment[];
  } | null;
};

const digits = (value: number | string, length: number) => String(value).padStart(length, '0');

/** Municipality (7), kind of document (1), document (14), series (5), number (15): the one name of a DPS (E0004, E0014). */
export function dpsId({
  city_code,
  issuer,
  series,
  number,
}: Pick<DpsFacts, 'city_code' | 'issuer' | 'series' | 'number'>) {
  const kind = documentKind(issuer.document) === 'CPF' ? '1' : '2';
  return `DPS${city_code}${kind}${digits(issuer.document, 14)}${digits(series, 5)}${digits(number, 15)}`;
}

/** Hundredths as the schemas write them: R$ 1.234,56 is `1234.56`. */
export const decimal = (hundredths: number): string => {
  const text = String(hundredths).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
};

const ISS_KINDS = { TAXED: '1', IMMUNE: '2', EXPORT: '3', NOT_INCIDENT: '4' } as const;

/**
 * The document of a note, unsigned.
 * @param at instant of issue, in São Paulo, `2026-12-01T10:30:00-03:00`: never after the national system's clock (E0008).
 * @param without_nbs leaves the NBS out, which the later layout does not require.
 */
export function dpsXml(
  facts: DpsFacts,
  { at, layout, without_nbs = false }: { at: string; layout: Layout; without_nbs?: boolean },
): string {
  const later = layout === '1.04';
  const { issuer, service, replaces } = facts;
  const content = [
    element('tpAmb', facts.environment === 'PRODUCTION' ? '1' : '2'),
    element('dhEmi', at),
    element('verAplic', PROGRAM),
    element('serie', String(facts.series)),
    element('nDPS', String(facts.number)),
    element('dCompet', facts.competence),
    // The provider issues. Its name and address are known to the national system, and are refused (E0121, E0128).
    element('tpEmit', '1'),
    element('cLocEmi', facts.city_code),
    replaces
      ? element('subst', [
          element('chSubstda', replaces.key),
          element('cMotivo', replaces.reason),
          optional('xMotivo', replaces.text === null ? null : latin(replaces.text, 255)),
        ])
      : undefined,
    later ? element('finNFSe', '0') : undefined,
    element('prest', [
      documentOf(issuer.document),
      optional('IM', issuer.municipal_registration),
      element('regTrib', [
        element('opSimpNac', SIMPLES_CODES[issuer.regime]),
        issuer.regime === 'SIMPLES' ? optional('regApTribSN', issuer.assessment?.toString()) : undefined,
        element('regEspTrib', String(issuer.special)),
      ]),
    ]),
    takerOf(facts.taker),
    element('serv', [
      element('locPrest', [element('cLocPrestacao', service.city_code)]),
      element('cServ', [
        element('cTribNac', service.code),
        optional('cTribMun', service.municipal_code),
        element('xDescServ', latinLines(service.description, 2000)),
        without_nbs ? undefined : element('cNBS', service.nbs),
        element('cIntContrib', facts.reference),
      ]),
      notesOf(facts, later),
    ]),
    amountsOf(facts),
    ibsCbsOf(facts, later),
  ];
  const id = dpsId(facts);
  return written(element('DPS', [element('infDPS', content, { Id: id })], { xmlns: NFSE_NAMESPACE, versao: layout }));
}

const documentOf = (document: string) => element(documentKind(document), document);

function takerOf({ document, name, email, phone, place }: DpsTaker): XmlElement {
  return element('toma', [
    documentOf(document),
    element('xNome', latin(name, 150)),
    place
      ? element('end', [
          element('endNac', [element('cMun', place.city_code), element('CEP', place.cep)]),
          ...streetOf(place),
        ])
      : undefined,
    optional('fone', phone),
    optional('email', email === null ? null : latin(email, 80)),
  ]);
}

const streetOf = ({ street, number, complement, neighborhood }: Omit<DpsPlace, 'city_code'>) => [
  element('xLgr', latin(street, 255)),
  element('nro', latin(number, 60)),
  optional('xCpl', complement === null ? null : latin(complement, 156)),
  element('xBairro', latin(neighborhood, 60)),
];

/** The earlier layout has no place for a lease's parts, so its further words name them. */
function notesOf({ service, ibs_cbs }: DpsFacts, later: boolean): XmlElement | undefined {
  const lease = later ? null : ibs_cbs?.lease;
  const words = [service.notes, lease ? leaseWords(lease) : null].filter((text) => text !== null && text !== '');
  const text = latin(words.join(' | '), 2000);
  return text === '' ? undefined : element('infoCompl', [element('xInfComp', text)]);
}

function leaseWords({ share, total, adjustments }: DpsLease): string {
  const parts = adjustments.map(({ code, amount }) => `${NOTE_ADJUSTMENTS[code]} ${formatMoney(amount)}`);
  const operation = `Copropriedade ${formatPercent(share)} de ${formatMoney(total)}`;
  return parts.length === 0 ? operation : `${operation}; parcelas fora da base: ${parts.join(', ')}`;
}

const WITHHOLDERS = { TAKER: '2', INTERMEDIARY: '3' } as const;

function amountsOf({ amount, discount, iss, federal, simples_rate }: DpsFacts): XmlElement {
  return element('valores', [
    element('vServPrest', [element('vServ', decimal(amount))]),
    discount > 0 ? element('vDescCondIncond', [element('vDescIncond', decimal(discount))]) : undefined,
    element('trib', [
      element('tribMun', [
        element('tribISSQN', ISS_KINDS[iss.kind]),
        element('tpRetISSQN', iss.withheld_by ? WITHHOLDERS[iss.withheld_by] : '1'),
        iss.rate === null ? undefined : element('pAliq', decimal(iss.rate)),
      ]),
      federalOf(federal),
      // Simples tells its rate (E0712); others don't tell.
      element('totTrib', [
        simples_rate === null ? element('indTotTrib', '0') : element('pTotTribSN', decimal(simples_rate)),
      ]),
    ]),
  ]);
}

function federalOf({ pis_cofins, withheld }: DpsFacts['federal']): XmlElement | undefined {
  const { social_security, income_tax, csll } = withheld;
  const parts = [
    pis_cofins
      ? element('piscofins', [
          element('CST', pis_cofins.cst),
          element('vBCPisCofins', decimal(pis_cofins.base)),
          element('pAliqPis', decimal(pis_cofins.pis_rate)),
          element('pAliqCofins', decimal(pis_cofins.cofins_rate)),
          element('vPis', decimal(pis_cofins.pis)),
          element('vCofins', decimal(pis_cofins.cofins)),
        ])
      : undefined,
    social_security > 0 ? element('vRetCP', decimal(social_security)) : undefined,
    income_tax > 0 ? element('vRetIRRF', decimal(income_tax)) : undefined,
    csll > 0 ? element('vRetCSLL', decimal(csll)) : undefined,
  ];
  return parts.some(Boolean) ? element('tribFed', parts) : undefined;
}

function ibsCbsOf({ ibs_cbs }: DpsFacts, later: boolean): XmlElement | undefined {
  if (!ibs_cbs) return undefined;
  const { operation, cst, class_code, final, property, payments } = ibs_cbs;
  return element('IBSCBS', [
    later ? undefined : element('finNFSe', '0'),
    final === null ? undefined : element('indFinal', final ? '1' : '0'),
    element('cIndOp', operation),
    // Who takes the service also receives it.
    element('indDest', '0'),
    property ? element('imovel', later ? laterProperty(property, ibs_cbs.lease) : unitOf(property)) : undefined,
    element('valores', [
      element('trib', [element('gIBSCBS', [element('CST', cst), element('cClassTrib', class_code)])]),
    ]),
    later && payments.length > 0 ? element('gPgtoVinc', payments.map(paymentOf)) : undefined,
  ]);
}

/** A CIB names the property; without one its address does. */
const unitOf = ({ registration, cib, place }: DpsProperty) => [
  optional('inscImobFisc', registration === null ? null : latin(registration, 30)),
  cib === null && place ? element('end', [element('CEP', place.cep), ...streetOf(place)]) : optional('cCIB', cib),
];

function laterProperty(property: DpsProperty, lease: DpsLease | null) {
  return [
    element('cMun', property.city_code),
    lease
      ? element('gLocacao', [
          element('pCopropriedade', decimal(lease.share)),
          element('vTotOper', decimal(lease.total)),
          lease.discount > 0 ? element('vDescIncondTot', decimal(lease.discount)) : undefined,
          optional('dVencOrig', lease.due_on),
        ])
      : undefined,
    element('gUnidImob', [
      ...unitOf(property),
      ...(lease?.adjustments ?? []).map(({ code, amount }) =>
        element('gAjusteBCLocImoveis', [
          element('tpAjusteBCLocImoveis', code),
          code === '99' ? element('xTpAjusteBCLocImoveis', NOTE_ADJUSTMENTS[code]) : undefined,
          element('vAjusteBCLocImoveis', decimal(amount)),
        ]),
      ),
    ]),
  ];
}

const paymentOf = ({ transaction, means, receiver, provider }: DpsPayment, index: number) =>
  element('pgto', [
    element('nPag', digits(index + 1, 3)),
    element('idTransacao', latin(transaction, 35)),
    element('tpMeioPgto', means),
    element('CNPJReceb', receiver),
    element('CNPJBasePSP', provider),
  ]);

const CANCELLATION = '101101';

/** Key, kind of event and number of the request, which is 1 for what happens once. */
export const eventId = (key: string, kind: string) => `PRE${key}${kind}001`;

/** The request to cancel a note, unsigned. Its words have 15 to 255 characters. */
export function cancellationXml({
  environment,
  document,
  key,
  reason,
  text,
  at,
}: {
  environment: DpsEnvironment;
  /** Of who issued the note. */
  document: string;
  key: string;
  reason: CancellationReason;
  text: string;
  at: string;
}): string {
  const content = [
    element('tpAmb', environment === 'PRODUCTION' ? '1' : '2'),
    element('verAplic', PROGRAM),
    element('dhEvento', at),
    element(documentKind(document) === 'CPF' ? 'CPFAutor' : 'CNPJAutor', document),
    element('chNFSe', key),
    element('nPedRegEvento', '1'),
    element(`e${CANCELLATION}`, [
      element('xDesc', 'Cancelamento de NFS-e'),
      element('cMotivo', reason),
      element('xMotivo', latin(text, 255)),
    ]),
  ];
  return written(
    element('pedRegEvento', [element('infPedReg', content, { Id: eventId(key, CANCELLATION) })], {
      xmlns: NFSE_NAMESPACE,
      versao: '1.01',
    }),
  );
}
