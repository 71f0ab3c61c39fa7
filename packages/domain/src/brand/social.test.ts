import { expect, test } from 'vitest';
import { type Network, readSocial } from './social.ts';

test.each<[Network, typed: string, address: string | undefined]>([
  ['instagram', '@serra.imoveis', 'https://www.instagram.com/serra.imoveis'],
  ['instagram', 'serra_imoveis', 'https://www.instagram.com/serra_imoveis'],
  ['instagram', 'https://instagram.com/serra/?hl=pt', 'https://www.instagram.com/serra'],
  ['facebook', 'www.facebook.com/serra.imoveis/', 'https://www.facebook.com/serra.imoveis'],
  ['facebook', 'https://m.facebook.com/serra', 'https://www.facebook.com/serra'],
  ['youtube', '@serra', 'https://www.youtube.com/@serra'],
  ['youtube', 'https://www.youtube.com/@serra', 'https://www.youtube.com/@serra'],
  ['linkedin', 'serra', 'https://www.linkedin.com/company/serra'],
  ['linkedin', 'linkedin.com/in/ana-serra', 'https://www.linkedin.com/in/ana-serra'],
  ['instagram', '', undefined],
  ['instagram', 'https://mal.example/serra', undefined],
  ['instagram', 'mal.com', undefined],
  ['instagram', 'instagram.com.mal.example/serra', undefined],
  ['instagram', 'https://instagram.com@mal.example/x', undefined],
  ['instagram', 'javascript:canario()', undefined],
  ['instagram', 'instagram.com/"><script>', undefined],
  ['instagram', 'instagram.com/../x', undefined],
  ['instagram', 'instagram.com', undefined],
  ['facebook', `facebook.com/${'x'.repeat(101)}`, undefined],
])('%s: %j leads to %j', (network, typed, address) => expect(readSocial(network, typed)).toBe(address));
