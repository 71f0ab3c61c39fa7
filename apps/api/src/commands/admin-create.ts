import { parseArgs } from 'node:util';
import { Credentials } from '@morada/contract/access/session';
import { createAdministrator } from '../modules/access/session/session.service.ts';
import { command, fail } from './run.ts';

const { values } = parseArgs({ options: { name: { type: 'string' }, email: { type: 'string' } } });
const password = process.env.ADMIN_PASSWORD;
const credentials = Credentials.safeParse({ email: values.email, password });
if (!credentials.success)
  fail(
    'Use: ADMIN_PASSWORD=... npm run admin:create -- --email voce@imobiliaria.com.br --name "Seu nome" (senha de 8 caracteres ou mais)',
  );

await command(async ({ deps }) => {
  await createAdministrator(deps, { ...credentials.data, name: values.name ?? 'Administrador' });
  console.log('Administrador criado.');
});
