import { expect, test } from 'vitest';
import { contactMessageLife } from './contact-message.ts';

test.each([
  ['UNREAD', 'READ'],
  ['READ', 'READ'],
] as const)('viewing a message that is %s leaves it %s', (from, to) => {
  expect(contactMessageLife.next(from, 'view')).toBe(to);
});
