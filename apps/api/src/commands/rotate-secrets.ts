import { sealEverySecret } from '../modules/desk/secrets/sealing.service.ts';
import { command, fail } from './run.ts';

if (process.argv.length > 2)
  fail('Use: npm run rotate-secrets, com a chave nova em SECRETS_KEY_FILE e a antiga em SECRETS_OLD_KEY_FILE');

await command(async ({ deps }) => {
  if (deps.secrets.problem) throw new Error(deps.secrets.problem);
  if (!deps.secrets.prefix) throw new Error('Falta a chave dos segredos: defina SECRETS_KEY_FILE.');
  const { sealed, unreadable } = await sealEverySecret(deps);
  console.log(`Segredos criptografados agora com a chave atual: ${sealed}.`);
  if (unreadable > 0)
    throw new Error(
      `${unreadable} são de uma chave que não está aqui: ponha-a em SECRETS_OLD_KEY_FILE e rode de novo.`,
    );
});
