import { expect, test } from 'vitest';
import { hearLetters } from '../src/app/shell/palette/letters.ts';

const press = (target: EventTarget, key: string, held: object = {}) => {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ...held });
  target.dispatchEvent(event);
  return event.defaultPrevented;
};

test('letters typed before the field is on the screen are kept for it and reach nothing else', () => {
  const page = new EventTarget();
  const letters = hearLetters(page);
  const kept = ['j', 'o', 'x', 'Backspace', 'ã', 'o', 'Enter'].map((key) => press(page, key));
  expect(kept).toEqual(Array(7).fill(true));
  expect([press(page, 'Tab'), press(page, 'k', { ctrlKey: true })]).toEqual([false, false]);
  expect(letters.take()).toBe('joão');
  expect(press(page, 'a')).toBe(false);
  expect(letters.take()).toBe('');
});
