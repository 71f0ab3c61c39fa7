import { expect, test } from 'vitest';
import { codeMessage, newEmailMessage } from './account-message.ts';
import { type AccountRequestState, accountRequestLife } from './account-request.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[AccountRequestState, string[]]>([
  ['WAITING_CODE',   ['confirm', 'cancel']],
  ['WAITING_AGENCY', ['cancel', 'apply', 'refuse']],
  ['APPLIED',        []],
  ['REFUSED',        []],
  ['CANCELLED',      []],
])('a change of account that is %s can %j', (state, actions) => {
  expect(accountRequestLife.actions(state)).toEqual(actions);
});

test('the code is in the mail, and not in its subject', () => {
  const { subject, body } = codeMessage({ client: 'Olga Reis', agency: 'Imobiliária Serra' }, '012345');
  expect([
    subject.includes('012345'),
    body.includes('Seu código é 012345.'),
    body.endsWith('Imobiliária Serra'),
  ]).toEqual([...[false, true, true]]);
});

test('the link stands on a line of its own', () => {
  const { body } = newEmailMessage({ client: 'Olga', agency: 'Serra' }, 'https://serra.example/x');
  expect(body.split('\n')).toContain('https://serra.example/x');
});
