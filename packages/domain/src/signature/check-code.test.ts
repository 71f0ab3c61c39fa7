import { expect, test } from 'vitest';
import { readCheckQuery } from './check-code.ts';

const CODE = 'K7QM-2XTB-9RFD-H3WZ';
const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

test.each([
  [CODE, { code: CODE }],
  ['k7qm2xtb9rfdh3wz', { code: CODE }],
  [' K7QM 2XTB – 9RFD·H3WZ ', { code: CODE }],
  [SHA256, { sha256: SHA256 }],
  [`${SHA256.toUpperCase()} `, { sha256: SHA256 }],
  ['e3 b0 c4 42 98fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', { sha256: SHA256 }],
  ['K7QM-2XTB-9RFD-H3W', undefined],
  ['K7QM-2XTB-9RFD-H3W0', undefined],
  ['K7QM-2XTB-9RFD-H3WZZ', undefined],
  [SHA256.slice(1), undefined],
  [SHA256.replace('e', 'g'), undefined],
  ['', undefined],
])('%s', (text, read) => {
  expect(readCheckQuery(text)).toEqual(read);
});
