import type { DpsFacts } from '@morada/domain/nfse/dps';

/** An agency in Simples, of Juiz de Fora, bills an owner its fee of 300,00. */
export const FEE: DpsFacts = {
  ...{ environment: 'RESTRICTED', series: 1, number: 42, competence: '2026-11-20', city_code: '3136702' },
  ...{ reference: 'N42', replaces: null },
  issuer: { document: '11222333000181', municipal_registration: null, regime: 'SIMPLES', assessment: 1, special: 0 },
  taker: { document: '52998224725', name: 'João da Silva', email: 'joao@example.com', phone: null, place: null },
  service: {
    ...{ code: '171201', municipal_code: null, nbs: '110011100', city_code: '3136702', notes: null },
    description: 'Taxa de administração de novembro de 2026',
  },
  ...{ amount: 300_00, discount: 0 },
  iss: { kind: 'TAXED', withheld_by: null, rate: null },
  federal: { pis_cofins: null, withheld: { social_security: 0, income_tax: 0, csll: 0 } },
  ...{ simples_rate: 600, ibs_cbs: null },
};

/** The same fee of an agency under the regular regime: ISS of 5% by the municipality, IBS and CBS less 50%. */
export const REGULAR_FEE: DpsFacts = {
  ...FEE,
  issuer: { ...FEE.issuer, regime: 'REGULAR', assessment: null },
  simples_rate: null,
  ibs_cbs: {
    ...{ operation: '020301', cst: '200', class_code: '200046', final: null, lease: null, payments: [] },
    property: { city_code: '3136702', cib: 'AB12345C', registration: null, place: null },
  },
};

/** A co-owner of 60% lets for 3.500,00, with 100 of IPTU, 400 of condominium and the social reducer in it. */
export const LEASE: DpsFacts = {
  ...REGULAR_FEE,
  service: { ...FEE.service, code: '990301', nbs: '110021000', description: 'Aluguel de novembro de 2026' },
  amount: 2_100_00,
  iss: { kind: 'NOT_INCIDENT', withheld_by: null, rate: null },
  ibs_cbs: {
    ...{ operation: '020101', cst: '200', class_code: '200027', final: true, payments: [] },
    property: { city_code: '3136702', cib: 'AB12345C', registration: '1.234', place: null },
    lease: {
      ...{ share: 60_00, total: 3_500_00, discount: 0, due_on: '2026-11-10' },
      adjustments: [
        { code: '01', amount: 100_00 },
        { code: '03', amount: 400_00 },
        { code: '04', amount: 600_00 },
      ],
    },
  },
};
