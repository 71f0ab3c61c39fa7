import { makeDemoAgency } from '../demo/agency.ts';
import { DEMO_CLIENT, DEMO_USER } from '../demo/user.ts';
import { command } from './run.ts';

// `npm run demo` runs this on a fresh folder before the server starts.
await command(async ({ deps }) => {
  console.log('Preparando a imobiliária de demonstração…');
  await makeDemoAgency(deps);
  console.log(`Entre com ${DEMO_USER.email}, senha ${DEMO_USER.password}`);
  console.log(`Área do cliente: ${DEMO_CLIENT.email}, senha ${DEMO_CLIENT.password}`);
});
