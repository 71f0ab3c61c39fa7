import { expect, test } from 'vitest';
import { mailSignature } from './mail-signature.ts';

test.each<[phone: string | null, whatsapp: string | null, email: string | null, lines: string]>([
  [null, null, null, ''],
  ['3232321400', null, null, 'Telefone: (32) 3232-1400'],
  ['32988412076', '32988412076', null, 'Telefone: (32) 98841-2076'],
  [
    '3232321400',
    '32988412076',
    'a@b.com.br',
    'Telefone: (32) 3232-1400\nWhatsApp: (32) 98841-2076\nE-mail: a@b.com.br',
  ],
])('%s, %s and %s', (phone, whatsapp, email, lines) => expect(mailSignature({ phone, whatsapp, email })).toBe(lines));
