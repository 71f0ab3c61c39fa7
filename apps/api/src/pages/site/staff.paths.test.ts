import { expect, test } from 'vitest';
import { staffPathOf } from './staff.paths.ts';

test.each([
  ['/login', '/app/login'],
  ['/clients/info/1', '/app/clients/info/1'],
  ['/financial/boletos', '/app/financial/boletos'],
  ['/settings/agency', '/app/settings/agency'],
])('%s is a page of the staff, at %s', (path, now) => {
  expect(staffPathOf(path)).toBe(now);
});

test.each(['/', '/imoveis', '/blog', '/app/clients', '//outro.lugar', '/\\outro.lugar', '/clientes', '/site/imoveis'])(
  '%s is none',
  (path) => {
    expect(staffPathOf(path)).toBeUndefined();
  },
);
