import { expect, test } from 'vitest';
import { addressFault, serverAddresses } from './database-address.ts';

test.each([
  ['postgres://ana:senha@um/morada', ['postgres://ana:senha@um/morada']],
  [
    'postgres://ana:a%40,b@um:5432,dois:5433,[::1]/morada?target_session_attrs=read-write',
    [
      'postgres://ana:a%40,b@um:5432/morada?target_session_attrs=read-write',
      'postgres://ana:a%40,b@dois:5433/morada?target_session_attrs=read-write',
      'postgres://ana:a%40,b@[::1]/morada?target_session_attrs=read-write',
    ],
  ],
  ['postgresql://um,dois', ['postgresql://um', 'postgresql://dois']],
  // A comma in the password or the options is no list.
  ['postgres://ana:a,b@um/morada?options=-c%20a,b', ['postgres://ana:a,b@um/morada?options=-c%20a,b']],
  ['/var/run/postgresql morada', ['/var/run/postgresql morada']],
])('%s names the servers %j', (url, addresses) => {
  expect(serverAddresses(url)).toEqual(addresses);
  expect(addressFault(url)).toBeUndefined();
});

test.each([
  ['um,,dois/morada', 'o 2º servidor de DATABASE_URL não está na forma servidor:porta'],
  ['um:porta,dois/morada', 'o 1º servidor de DATABASE_URL não está na forma servidor:porta'],
  ['um, dois/morada', 'o 2º servidor de DATABASE_URL não está na forma servidor:porta'],
  ['um:5432,dois:65536/morada', 'o 2º servidor de DATABASE_URL não está na forma servidor:porta'],
  ['um:5432,dois:0/morada', 'o 2º servidor de DATABASE_URL não está na forma servidor:porta'],
  ['um:5432,um:5432/morada', 'DATABASE_URL tem o mesmo servidor duas vezes'],
  ['um,dois/morada?host=tres', 'DATABASE_URL tem uma lista de servidores e também host=; fica só a lista'],
  ['/morada?host=um,dois', 'os servidores de DATABASE_URL vão antes do nome do banco'],
  [
    'um,dois/morada?target_session_attrs=standby',
    'DATABASE_URL com vários servidores pede target_session_attrs=read-write',
  ],
])('refuses postgres://ana:senha@%s', (rest, words) => {
  expect(addressFault(`postgres://ana:senha@${rest}`)).toBe(words);
});
