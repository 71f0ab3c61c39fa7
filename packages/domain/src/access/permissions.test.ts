import { describe, expect, test } from 'vitest';
import {
  type Access,
  type Grant,
  granted,
  mayGrant,
  normalisePermissions,
  PERMISSION_AREAS,
  PERMISSIONS,
} from './permissions.ts';

/** The catalogue, written out a second time. */
const CATALOGUE = `BOLETO_VIEW/CREATE/DOWN; SUPPORT_VIEW/REPLY/UPDATE/DELETE; CONTACT_VIEW/DESTROY;
  CONTRACT_TEMPLATE_VIEW/CREATE/EDIT/DESTROY; FEED_CREATE/VIEW/EDIT/DESTROY; FINANCIAL_VIEW;
  FINANCIAL_TRANSFER_VIEW/CREATE/EDIT; FINANCIAL_SHALL_VIEW/UPDATE; FINANCIAL_REPORTS_VIEW; FINANCIAL_COMMISSION_VIEW;
  FINANCIAL_INVOICE_VIEW/CREATE; FINANCIAL_MOVIMENTATION_VIEW/CREATE; SYSTEM_NOTIFICATION_VIEW/CREATE/EDIT/DESTROY;
  PROPERTY_VIEW; PROPERTY_REQUEST_VIEW; PROPERTY_CREATE/EDIT/REMOVE; PROPOSAL_CREATE/VIEW/EDIT/UPLOAD/UPDATE/DELETE;
  SCHEDULE_VIEW/EDIT; USER_CREATE; ADMIN_GROUP_CREATE; ADMIN_USER_CREATE/VIEW/DESTROY; GROUP_VIEW; GROUP_DESTROY;
  CLIENT_EDIT/VIEW/DESTROY; FISCAL_VIEW/EDIT; RECONCILIATION_VIEW/EDIT; PAYOUT_EDIT/APPROVE; COLLECTION_VIEW/EDIT/REGISTER/AGREE;
  MAINTENANCE_VIEW/EDIT; LEAD_VIEW/EDIT/ASSIGN; APPLICATION_VIEW/APPROVE; SIGNATURE_VIEW/SEND`
  .split(';')
  .flatMap((family) => {
    const [first = '', ...others] = family.trim().split('/');
    const prefix = first.slice(0, first.lastIndexOf('_') + 1);
    return [first, ...others.map((verb) => prefix + verb)];
  });

test('the catalogue is the specification’s 56 codes, two each of the tax year, the reconciliation, payments by Pix, maintenance, applications and signatures, four of collection and three of leads, each once and with a label of its own', () => {
  expect(PERMISSIONS).toHaveLength(75);
  expect(PERMISSIONS.toSorted()).toEqual(CATALOGUE.toSorted());
  const labels = PERMISSION_AREAS.flatMap(({ permissions }) => permissions.map(({ label }) => label));
  expect(new Set(labels).size).toBe(75);
});

describe('grants by permission', () => {
  const clientPicker: Access = { any: ['CLIENT_VIEW'], ref: ['PROPOSAL_CREATE', 'PROPERTY_EDIT'] };
  const clone: Access = { all: ['PROPERTY_CREATE', 'PROPERTY_VIEW'] };

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string[], Access, Grant | undefined, string]>([
    [[],                     'public',              'full',    'anybody'],
    [[],                     'login',               'full',    'anybody signed in'],
    [['CLIENT_VIEW'],        'CLIENT_VIEW',         'full',    'its code'],
    [['CLIENT_EDIT'],        'CLIENT_VIEW',         undefined, 'another code'],
    [[],                     'CLIENT_VIEW',         undefined, 'none'],
    [['*'],                  'CLIENT_DESTROY',      'full',    '* grants everything'],
    [['BOLETO_VIEW'],        ['BOLETO_VIEW', 'FINANCIAL_VIEW'], 'full', 'any one of a list'],
    [['BOLETO_DOWN'],        ['BOLETO_VIEW', 'FINANCIAL_VIEW'], undefined, 'none of a list'],
    [['*'],                  [],                    undefined, 'a list of nobody'],
    [['CLIENT_VIEW'],        clientPicker,          'full',    'the full answer'],
    [['PROPERTY_EDIT'],      clientPicker,          'ref',     'the reduced one'],
    [['PROPERTY_EDIT', 'CLIENT_VIEW'], clientPicker, 'full',   'the better of two'],
    [['*'],                  clientPicker,          'full',    '* is never reduced'],
    [['SUPPORT_VIEW'],       clientPicker,          undefined, 'neither'],
    [['PROPERTY_CREATE'],    clone,                 undefined, 'one of two needed'],
    [['PROPERTY_CREATE', 'PROPERTY_VIEW'], clone,   'full',    'both'],
    [['PROPOSAL_UPDATE'],    'PROPOSAL_EDIT',       'full',    'synonyms'],
    [['PROPOSAL_EDIT'],      ['PROPOSAL_UPDATE'],   'full',    'synonyms, the other way'],
    [['PROPOSAL_UPLOAD'],    'PROPOSAL_EDIT',       undefined, 'no synonym'],
    [['USER_VIEW'],          'CLIENT_VIEW',         'full',    'the other spelling'],
  ])('%j for %j: %s (%s)', (held, access, expected) => {
    expect(granted(held, access)).toBe(expected);
  });
});

test('codes are stored in one spelling, without duplicates; unknown ones are reported', () => {
  expect(
    normalisePermissions([
      'USER_VIEW',
      'PROPERTY_REQUESTS_VIEW',
      'CLIENT_VIEW',
      'PROPOSAL_EDIT',
      'PROPOSAL_UPDATE',
      'ROOT',
    ]),
  ).toEqual({
    codes: ['CLIENT_VIEW', 'PROPERTY_REQUEST_VIEW', 'PROPOSAL_EDIT', 'PROPOSAL_UPDATE'],
    unknown: ['ROOT'],
  });
  expect(normalisePermissions(['*'])).toEqual({ codes: ['*'], unknown: [] });
  expect(normalisePermissions(['constructor']).unknown).toEqual(['constructor']);
});

describe('users can only grant permissions they hold', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string[], string[], boolean]>([
    [['CLIENT_VIEW', 'CLIENT_EDIT'], ['CLIENT_VIEW'],                   true],
    [['CLIENT_VIEW'],                ['CLIENT_VIEW', 'CLIENT_EDIT'],    false],
    [['CLIENT_VIEW'],                ['*'],                             false],
    [['*'],                          ['*'],                             true],
    [['*'],                          ['CLIENT_VIEW', 'FINANCIAL_VIEW'], true],
    [['PROPOSAL_EDIT'],              ['PROPOSAL_UPDATE'],               true],
    [['CLIENT_VIEW'],                ['USER_VIEW'],                     true],
    [[],                             [],                                true],
  ])('%j may grant %j: %s', (held, wanted, expected) => {
    expect(mayGrant(held, wanted)).toBe(expected);
  });
});
