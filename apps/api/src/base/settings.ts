import * as z from 'zod/mini';
import { addressFault } from './database-address.ts';

const port = z.pipe(z.coerce.number(), z.int().check(z.gte(0), z.lte(65_535)));
const text = z.optional(z.string().check(z.minLength(1)));
const webAddress = z.url({ protocol: /^https?$/ });
/** Template of tile addresses, with only the placeholders that the map fills in. */
const tiles = webAddress.check(
  z.refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part))),
  z.refine((url) => !/[{}]/.test(url.replace(/\{[zxyr]\}/g, ''))),
);
/** Shortest passphrase of backups: an archive may be tried against guesses for years. */
export const MIN_BACKUP_KEY = 16;
/** Shortest key of secrets: it is derived without the cost of a passphrase. */
export const MIN_SECRETS_KEY = 32;
const secretsKey = z.optional(z.string().check(z.minLength(MIN_SECRETS_KEY)));

/** Every environment variable that the server reads; each has a line in `.env.example`. */
const Settings = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), 'localhost'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: text,
  MIGRATION_DATABASE_URL: text,
  STANDBY_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  STORAGE_URL: text,
  PUBLIC_URL: z.optional(webAddress),
  DRAIN_SECONDS: z._default(z.pipe(z.coerce.number(), z.int().check(z.gte(0), z.lte(120))), 0),
  TRUSTED_PROXIES: z._default(z.string().check(z.regex(/^[\w.:/, ]+$/)), 'loopback'),
  ADMIN_EMAIL: text,
  ADMIN_PASSWORD: text,
  CLOCK: text,
  INTERNAL_ADDRESSES: z.optional(z.literal('allow')),
  DEMO: text,
  CEP_URL: z._default(z.union([webAddress, z.literal('')]), 'https://viacep.com.br/ws'),
  INDICES_URL: z._default(z.union([webAddress, z.literal('')]), 'https://api.bcb.gov.br/dados/serie'),
  BANKS_URL: z.optional(webAddress),
  NFSE_URL: z.optional(webAddress),
  NFSE_HASH: z._default(z.enum(['SHA1', 'SHA256']), 'SHA1'),
  GEOCODING_URL: z.optional(webAddress),
  GEOCODING_KIND: z._default(z.enum(['nominatim', 'google']), 'nominatim'),
  GEOCODING_KEY: text,
  PLACES_URL: z._default(webAddress, 'https://places.googleapis.com'),
  PLACES_KEY: text,
  TILES_URL: z.optional(tiles),
  TILES_ATTRIBUTION: z._default(z.string(), '© OpenStreetMap'),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z.optional(z.string().check(z.regex(/^[^@\r\n]+@[^@\r\n]+$/))),
  BACKUP_KEY: z.optional(z.string().check(z.minLength(MIN_BACKUP_KEY))),
  BACKUP_KEY_FILE: text,
  BACKUP_URL: z.optional(z.url({ protocol: /^s3$/ })),
  SECRETS_KEY: secretsKey,
  SECRETS_KEY_FILE: text,
  SECRETS_OLD_KEY: secretsKey,
  SECRETS_OLD_KEY_FILE: text,
  WAL_ARCHIVE_URL: text,
  WAL_ARCHIVE_KEEP: z._default(z.pipe(z.coerce.number(), z.int().check(z.gte(1))), 7),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(webAddress),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
});
const SWITCHED_OFF = ['CEP_URL', 'INDICES_URL'];
/** A test compares the names with `.env.example` and the operator's guide. */
export const SETTINGS = Object.keys(Settings.shape);
export type Settings = z.output<typeof Settings>;

export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  // An empty variable counts as unset, except for two whose default can be switched off.
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' || SWITCHED_OFF.includes(name)),
  );
  const read = Settings.safeParse(given);
  const wrong = read.success
    ? contradiction(read.data)
    : read.error.issues.map((issue) => issue.path.join('.')).join(', ');
  if (read.success && wrong === undefined) return read.data;
  throw new Error(`Configuração inválida: ${wrong}. Veja .env.example.`);
}

function contradiction(settings: Settings): string | undefined {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL, BACKUP_KEY, BACKUP_KEY_FILE, BACKUP_URL, DATABASE_URL, STANDBY_URL } =
    settings;
  const { WAL_ARCHIVE_URL, MIGRATION_DATABASE_URL } = settings;
  // Mails need a sender and links to PUBLIC_URL, which must not come from a request.
  if (SMTP_URL && !(MAIL_FROM && PUBLIC_URL)) return 'SMTP_URL pede MAIL_FROM e PUBLIC_URL';
  if (BACKUP_KEY && BACKUP_KEY_FILE) return 'BACKUP_KEY e BACKUP_KEY_FILE são duas chaves; fica só uma';
  // Backups leave the machine encrypted only.
  if (BACKUP_URL && !BACKUP_KEY && !BACKUP_KEY_FILE) return 'BACKUP_URL pede BACKUP_KEY ou BACKUP_KEY_FILE';
  if (settings.SECRETS_KEY && settings.SECRETS_KEY_FILE)
    return 'SECRETS_KEY e SECRETS_KEY_FILE são duas chaves; fica só uma';
  if (settings.SECRETS_OLD_KEY && settings.SECRETS_OLD_KEY_FILE)
    return 'SECRETS_OLD_KEY e SECRETS_OLD_KEY_FILE são duas chaves; fica só uma';
  if (WAL_ARCHIVE_URL && !BACKUP_KEY && !BACKUP_KEY_FILE) return 'WAL_ARCHIVE_URL pede BACKUP_KEY ou BACKUP_KEY_FILE';
  if (WAL_ARCHIVE_URL && DATABASE_URL) return 'WAL_ARCHIVE_URL é do banco embutido; com DATABASE_URL, veja o guia';
  if (STANDBY_URL && !DATABASE_URL) return 'STANDBY_URL pede DATABASE_URL';
  if (MIGRATION_DATABASE_URL && !DATABASE_URL) return 'MIGRATION_DATABASE_URL pede DATABASE_URL';
  return addressFault(DATABASE_URL) ?? addressFault(MIGRATION_DATABASE_URL, 'MIGRATION_DATABASE_URL');
}
