import { describe, expect, test } from 'vitest';
import { bankFiles } from '../bank/bank-files.ts';
import { boletos } from '../bank/boletos.ts';
import { contacts } from '../desk/contacts.ts';
import { imports } from '../desk/imports.ts';
import { schedules } from '../desk/schedules.ts';
import { readjustments } from '../lease/readjustments.ts';
import { invoices } from '../money/invoices.ts';
import { movimentations } from '../money/movimentations.ts';
import { payments } from '../money/payments.ts';
import { terminations } from '../money/terminations.ts';
import { transfers } from '../money/transfers.ts';
import { agency } from '../registry/agency.ts';
import { clients } from '../registry/clients.ts';
import { properties } from '../registry/properties.ts';
import { outdates, type Subject } from './subjects.ts';

/** For each change what it outdates, and what it does not. */
const CASES: [name: string, call: Parameters<typeof outdates>[0], yes: Subject[], no: Subject[]][] = [
  [
    'a settlement',
    invoices.pay,
    ['invoices', 'boletos', 'transfers', 'finance', 'contracts', 'clients', 'dashboard', 'payments', 'statements'],
    ['posts', 'groups', 'notifications', 'places', 'views', 'imports'],
  ],
  ['a concluded transfer', transfers.update, ['transfers', 'payments', 'finance', 'statements'], ['posts', 'agency']],
  ['a new name of a client', clients.updateUser, ['clients', 'contracts', 'invoices', 'tickets'], ['agency', 'posts']],
  [
    'the data of the agency, which say when a late payment is charged and when invoices are issued',
    agency.update,
    ['agency', 'boletos', 'templates', 'finance', 'bankFiles', 'billing', 'payments'],
    ['clients', 'posts'],
  ],
  ['the address of a property', properties.update, ['properties', 'invoices', 'transfers', 'payments'], ['agency']],
  ['a boleto', boletos.create, ['boletos', 'invoices', 'bankFiles'], ['transfers', 'finance']],
  [
    'an entry of the cash book',
    movimentations.create,
    ['finance', 'dashboard'],
    ['invoices', 'transfers', 'bankFiles'],
  ],
  [
    'a settled bank file',
    bankFiles.settle,
    ['bankFiles', 'boletos', 'invoices', 'transfers', 'finance', 'payments'],
    ['posts', 'imports'],
  ],
  ['the reading of a bank file', bankFiles.assign, ['bankFiles'], ['invoices', 'finance']],
  ['a canceled payment', payments.cancel, ['payments', 'transfers', 'finance'], ['boletos', 'bankFiles']],
  ['a message sent for an invoice', invoices.sent, ['clients'], ['posts', 'agency']],
  ['an anonymised client', clients.anonymise, ['clients', 'contracts', 'audit', 'views', 'invoices'], []],
  ['a reply that was opened to be sent', contacts.sent, ['clients', 'contacts'], ['agency', 'posts']],
  ['a message that was read', contacts.read, ['contacts', 'session'], ['clients', 'invoices']],
  [
    'a closed contract',
    terminations.close,
    ['contracts', 'properties', 'invoices', 'readjustments'],
    ['posts', 'users'],
  ],
  [
    'an applied readjustment',
    readjustments.apply,
    ['readjustments', 'contracts', 'properties', 'dashboard'],
    ['posts'],
  ],
  ['a booked visit', schedules.create, ['visits', 'properties', 'session'], ['contracts', 'invoices']],
  ['a new owner of a property', properties.addOwner, ['properties', 'contracts', 'clients', 'statements'], ['posts']],
  ['an import', imports.run, ['clients', 'properties', 'contracts', 'invoices', 'dashboard'], []],
];

describe('a change outdates the reads that show it', () => {
  test.each(CASES)('%s', (_, call, yes, no) => {
    expect(yes.filter((read) => !outdates(call, read))).toEqual([]);
    expect(no.filter((read) => outdates(call, read))).toEqual([]);
  });
});
