import { expect, test } from 'vitest';
import { isAnnounced, NEWS_KINDS } from './kinds.ts';
import { EXAMPLE_VALUES, firstName, NEWS } from './news.ts';
import { fillText, textProblem } from './text.ts';

test.each(NEWS_KINDS)('the text of %s that the program brings names only fields of its kind', (kind) => {
  const { fields, subject, body, days } = NEWS[kind];
  expect([textProblem(subject, fields), textProblem(body, fields)]).toEqual([undefined, undefined]);
  expect(fillText(`${subject} ${body}`, EXAMPLE_VALUES)).not.toMatch(/[{}]/);
  expect(days !== null).toBe(isAnnounced(kind));
});

test.each([
  ['Ana Prado', false, 'Ana'],
  ['  José  da Silva', false, 'José'],
  ['Padaria Central Ltda', true, 'Padaria Central Ltda'],
])('%j (company: %s) is greeted as %j', (name, isCompany, greeting) => {
  expect(firstName(name, isCompany)).toBe(greeting);
});
