import type { Finding } from '@morada/contract/desk/doctor';
import { readSettings, type Settings } from '../base/settings.ts';
import { examine } from '../doctor/examine.ts';
import { hasDatabase, openDatabase } from '../runtime.ts';
import { attempt } from './run.ts';

const MARKS: Record<Finding['state'], string> = { fine: '✓', advice: '!', wrong: '✗' };

await attempt(async () => {
  const findings = await check(readSettings());
  for (const { state, text } of findings) console.log(`${MARKS[state]} ${text}`);
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length;
  console.log(
    `\n${count('wrong')} para consertar (✗), ${count('advice')} para melhorar (!), ${count('fine')} em ordem (✓).`,
  );
  // A service that doesn't answer would keep the process waiting.
  process.exit(count('wrong') > 0 ? 1 : 0);
});

async function check(settings: Settings) {
  if (!(await hasDatabase(settings)))
    return examine(
      settings,
      new Error(`Não há banco de dados em ${settings.DATA_DIR}: inicie com npm start, ou restaure um backup.`),
    );
  const database = await openDatabase(settings).catch((error: Error) => error);
  if (database instanceof Error) return examine(settings, database);
  try {
    // Before its first start the embedded database has no serving role.
    return await examine(settings, settings.DATABASE_URL ? database.connection : database.owner);
  } finally {
    await database.release();
  }
}
