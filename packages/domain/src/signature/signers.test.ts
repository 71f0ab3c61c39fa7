import { describe, expect, test } from 'vitest';
import type { SignatureKind } from './kinds.ts';
import { type KnownParty, type KnownPerson, proposeSigners, signerFaults } from './signers.ts';
import type { SignerChannel } from './words.ts';

const person = (client_id: number, name: string, more: Partial<KnownPerson> = {}): KnownPerson => ({
  ...{ client_id, name, document: String(client_id).padStart(11, '0'), isCompany: false },
  ...{ email: `${client_id}@exemplo.com.br`, phone: null, married: false, spouse: null, ...more },
});
const party = (role: KnownParty['role'], one: KnownPerson, of: number | null = null): KnownParty => ({
  ...one,
  role,
  of_client_id: of,
});
const agency = { name: 'Nina Luz', cpf: '99999999999', email: 'nina@serra.example', phone: null };
const ana = person(1, 'Ana');
const rui = person(2, 'Rui', { married: true, spouse: { name: 'Bia', cpf: '52998224725' } });
const lia = person(3, 'Lia');
const names = (kind: SignatureKind, owners: KnownPerson[], parties: KnownParty[]) =>
  proposeSigners({ kind, owners, parties, agency }).map(({ role, name, capacity, turn }) =>
    [turn, role, name, capacity].filter((part) => part !== null).join(' '),
  );

describe('who is proposed', () => {
  test('of a lease: the parties in turn, with the spouse of the guarantor', () => {
    expect(names('LEASE', [lia], [party('TENANT', ana), party('GUARANTOR', rui)])).toEqual([
      '1 TENANT Ana',
      '2 GUARANTOR Rui',
      '2 SPOUSE Bia Cônjuge de Rui',
      '3 OWNER Lia',
      '4 AGENCY Nina Luz',
    ]);
  });

  test('the spouse who is a party stands in place of the register’s', () => {
    const bia = person(4, 'Bia Alves');
    const found = names('LEASE', [lia], [party('TENANT', ana), party('GUARANTOR', rui), party('SPOUSE', bia, 2)]);
    expect(found.filter((line) => line.includes('SPOUSE'))).toEqual(['1 SPOUSE Bia Alves']);
  });

  test('a procurator in place of whom they act for, once for two', () => {
    const davi = person(5, 'Davi');
    const found = names(
      'LEASE',
      [lia, person(6, 'Leo')],
      [party('TENANT', ana), party('PROCURATOR', davi, 3), party('PROCURATOR', davi, 6)],
    );
    expect(found).toContain('3 PROCURATOR Davi Por Lia');
    expect(found.filter((line) => line.includes('Davi'))).toHaveLength(1);
    expect(found.some((line) => line.includes('OWNER'))).toBe(false);
  });

  test('a company signs by somebody whom staff name', () => {
    const [found] = proposeSigners({
      ...{ kind: 'KEYS', owners: [], agency },
      parties: [party('TENANT', person(7, 'Sol Ltda.', { isCompany: true }))],
    });
    expect(found).toMatchObject({ name: '', capacity: 'Por Sol Ltda.', cpf: null, client_id: 7 });
  });

  test('two witnesses of an agreement about a debt, last', () => {
    const found = names('DEBT_AGREEMENT', [lia], [party('TENANT', ana)]);
    expect(found.slice(-2)).toEqual(['5 WITNESS ', '5 WITNESS ']);
  });

  test('by SMS where there is a telephone alone', () => {
    const parties = [party('TENANT', person(8, 'Edu', { email: null, phone: '32988412076' }))];
    expect(proposeSigners({ kind: 'KEYS', owners: [], parties, agency })[0]?.channel).toBe('SMS');
  });
});

test('what keeps a paper from being sent', () => {
  const good = { name: 'Ana', cpf: '1', email: 'a@b.co', phone: null, channel: 'EMAIL' as SignerChannel };
  const open = new Set<SignerChannel>(['EMAIL']);
  expect(signerFaults([good], open)).toEqual([]);
  const faults = signerFaults(
    [
      good,
      { ...good, name: '' },
      { ...good, cpf: null },
      good,
      { ...good, cpf: '5', email: null },
      { ...good, cpf: '6', channel: 'SMS' },
      { ...good, cpf: '7', channel: 'SMS', phone: '32988412076' },
    ],
    open,
  );
  expect(faults.map(({ signer, field }) => `${signer} ${field}`)).toEqual([
    ...['1 name', '2 cpf', '3 cpf', '4 email', '5 phone', '6 channel'],
  ]);
});
