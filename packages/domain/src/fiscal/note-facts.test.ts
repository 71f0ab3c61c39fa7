import { describe, expect, test } from 'vitest';
import { agencyFindings, leaseFindings, type NoteLease, type NoteOwner } from './note-facts.ts';

const PLACE = { cep: '36010070', street: 'Rua Halfeld', number: '100', neighborhood: 'Centro', city_code: '3136702' };
const PERSON = { ...PLACE, id: 1, name: 'João', document: '52998224725' };
const COMPANY = { ...PERSON, id: 3, name: 'Modelo', document: '11444777000161' };
const OWNER: NoteOwner = { ...PERSON, tax_regime: null, tax_cnpj: null, municipal_registration: null };
const TAXPAYER: NoteOwner = { ...OWNER, tax_regime: 'REGULAR', tax_cnpj: '11222333000181' };
const LEASE: NoteLease = {
  id: 9,
  purpose: 'RESIDENTIAL',
  property: { ...PLACE, id: 5, cib: '1234567A', property_registration: '77.1' },
  owners: [OWNER],
  tenant: { ...PERSON, id: 2, name: 'Ana' },
};

const inWords = (findings: Iterable<{ kind: string; subject: string; id: number | null; place: string }>) =>
  [...findings].map(({ kind, subject, id, place }) => `${kind} ${subject} ${id ?? ''} ${place}`);

describe('agencyFindings', () => {
  test('names what the notes of the fees need', () => {
    const nothing = { cnpj: null, tax_regime: null, city_code: '', municipal_registration: null, simples_rate: 0 };
    expect(inWords(agencyFindings(nothing))).toEqual([
      ...Array.from({ length: 3 }, () => 'BLOCKING AGENCY  TAXES'),
      'WARNING AGENCY  TAXES',
    ]);
    const whole = { cnpj: '11222333000181', tax_regime: 'SIMPLES', city_code: '3136702', simples_rate: 600 } as const;
    const registered = { ...whole, municipal_registration: '123' };
    expect(inWords(agencyFindings(registered))).toEqual([]);
    // A note of Simples without its rate is refused (E0712).
    expect(inWords(agencyFindings({ ...registered, simples_rate: 0 }))).toEqual(['BLOCKING AGENCY  TAXES']);
    expect(inWords(agencyFindings({ ...registered, tax_regime: 'REGULAR', simples_rate: 0 }))).toEqual([]);
  });
});

describe('leaseFindings', () => {
  test.each<[what: string, change: Partial<NoteLease>, expected: string[]]>([
    ['a person who is no taxpayer, on a property without numbers', { property: { ...LEASE.property, cib: null } }, []],
    [
      'a property of a city that does not exist',
      { property: { ...LEASE.property, city_code: '' } },
      ['BLOCKING PROPERTY 5 ADDRESS'],
    ],
    ['an owner without a document', { owners: [{ ...OWNER, document: '' }] }, ['BLOCKING PERSON 1 REGISTER']],
    [
      'a company of an unknown regime, without an address',
      { owners: [{ ...OWNER, ...COMPANY, street: null }] },
      ['BLOCKING PERSON 3 ADDRESS', 'BLOCKING PERSON 3 TAXES'],
    ],
    ['a company of the Simples', { owners: [{ ...OWNER, ...COMPANY, tax_regime: 'SIMPLES' }] }, []],
    ['a person who pays IBS and CBS', { owners: [TAXPAYER] }, []],
    [
      'a taxpayer with the CPF alone',
      { owners: [{ ...TAXPAYER, tax_cnpj: null, city_code: '' }] },
      ['BLOCKING PERSON 1 TAXES', 'BLOCKING PERSON 1 ADDRESS'],
    ],
    [
      'a tenant who is a company, named by the note of the lease',
      { owners: [TAXPAYER], tenant: { ...COMPANY, id: 2, city_code: '' } },
      ['BLOCKING PERSON 2 ADDRESS'],
    ],
    ['the same tenant where no owner issues', { tenant: { ...COMPANY, id: 2, city_code: '' } }, []],
    [
      'a property named by the note of the lease',
      { owners: [TAXPAYER], property: { ...LEASE.property, cib: null, number: null, property_registration: null } },
      ['BLOCKING PROPERTY 5 ADDRESS', 'WARNING PROPERTY 5 TAXES', 'WARNING PROPERTY 5 TAXES'],
    ],
    ['a stay of a few days', { owners: [TAXPAYER], purpose: 'SHORT_STAY' }, ['BLOCKING CONTRACT 9 TAXES']],
  ])('%s', (_, change, expected) => {
    expect(inWords(leaseFindings({ ...LEASE, ...change }))).toEqual(expected);
  });
});
