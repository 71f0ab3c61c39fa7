import * as z from 'zod/mini';

const port = z.pipe(z.coerce.number(), z.int().check(z.gte(0), z.lte(65_535)));
const text = z.optional(z.string().check(z.minLength(1)));

/** Every environment variable that the server reads; `.env.example` has a line for each. */
const Settings = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), 'localhost'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: text,
  STORAGE_URL: text,
  PUBLIC_URL: text,
  ADMIN_EMAIL: text,
  ADMIN_PASSWORD: text,
  CLOCK: text,
  DEMO: text,
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
});
export type Settings = z.output<typeof Settings>;

export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  // A variable that is set to nothing is a variable that isn't set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = Settings.safeParse(given);
  if (read.success) return read.data;
  const wrong = read.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Error(`Configuração inválida: ${wrong}. Veja .env.example.`);
}
