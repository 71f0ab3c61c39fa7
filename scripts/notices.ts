import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Served at `/licencas.txt`, and so in every installation: what the server and the pages bring along. */
export const NOTICES = 'apps/web/public/licencas.txt';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;
const RULE = '-'.repeat(100);

type Entry = {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
  os?: string[];
  cpu?: string[];
};
type Manifest = { name?: string; author?: string | { name?: string }; homepage?: string };

/**
 * Names, versions and licences of the packages that run, with the texts of their licences, each text once. Packages for
 * one system or processor stand without a text, so that every machine writes the same.
 */
export function noticesOf(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  const shipped = Object.entries(packages).filter(
    ([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link,
  );
  const names = new Map<string, Set<string>>();
  for (const [path, entry] of shipped) {
    const title = `${path.split('node_modules/').at(-1)} ${entry.version ?? ''}, ${entry.license ?? 'sem licença declarada'}`;
    const text = entry.os || entry.cpu ? '' : textOf(join(root, path));
    names.set(text, (names.get(text) ?? new Set()).add(title));
  }
  const parts = [...names].map(([text, titles]) => [[...titles].sort().join('\n'), text].filter(Boolean).join('\n\n'));
  return ['Programas de terceiros que fazem parte da Morada, com as suas licenças.', ...parts.sort()]
    .join(`\n\n${RULE}\n\n`)
    .concat('\n');
}

/** Texts of a package's licence and notices; without any, its author and address. */
function textOf(folder: string): string {
  if (!existsSync(folder)) return '';
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort();
  if (files.length > 0) return files.map((name) => plain(readFileSync(join(folder, name), 'utf8'))).join('\n\n');
  const { author, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return [typeof author === 'string' ? author : author?.name, homepage].filter(Boolean).join('\n');
}

const plain = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\t ]+$/gm, '')
    .trim();
