import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { NOTICES, noticesOf } from './notices.ts';

// Writes the server's dependencies as CycloneDX, compares the notices of their licences that are shipped, and audits them for
// known vulnerabilities.
const { values } = parseArgs({
  options: {
    sbom: { type: 'string', default: 'sbom.cdx.json' },
    /** Before a release an audit that could not run is a failure. */
    release: { type: 'boolean', default: false },
    /** Writes the notices anew, after packages changed. */
    notices: { type: 'boolean', default: false },
  },
});

/** Workspaces in production: the server, and the app it serves. */
const OURS = ['--workspace', '@morada/api', '--workspace', '@morada/web'];

type Audit = {
  metadata?: { vulnerabilities: Record<'high' | 'critical' | 'moderate' | 'low', number> };
  vulnerabilities?: Record<string, { severity: string; range: string }>;
};

function npm(...words: string[]): Promise<string> {
  return new Promise((resolve) => {
    // npm exits with 1 both for findings and for a failed request: the output tells them apart.
    execFile('npm', words, { maxBuffer: 100_000_000 }, (_, stdout) => resolve(stdout));
  });
}

function parsed<T extends object>(text: string): Partial<T> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

type Package = { dev?: boolean; devDependencies?: object };

/**
 * Copies the lock file and our package files without build and test dependencies: `npm sbom` can omit those from its
 * list, but fails while any of them asks for the tag `latest`, or a package has no version.
 */
function copyOfWhatRuns(): string {
  // The list takes the folder's name.
  const folder = join(mkdtempSync(join(tmpdir(), 'morada-sbom-')), 'morada');
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> };
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.dev) delete lock.packages[path];
    else delete entry.devDependencies;
    if (path.includes('node_modules/')) continue;
    const { devDependencies: _, ...kept } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version: '0.0.0', ...kept }));
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  return folder;
}

const folder = copyOfWhatRuns();
const bill = await npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--prefix', folder, ...OURS);
rmSync(dirname(folder), { recursive: true, force: true });
const { components } = parsed<{ components: unknown[] }>(bill);
if (!components?.length) {
  console.error('The bill of materials could not be made.');
  process.exit(1);
}
writeFileSync(values.sbom, bill);
console.log(`${components.length} packages in ${values.sbom}`);

const notices = noticesOf('.');
if (values.notices) writeFileSync(NOTICES, notices);
if (!existsSync(NOTICES) || readFileSync(NOTICES, 'utf8') !== notices) {
  console.error(`${NOTICES} does not name what is shipped: npm run check:dependencies -- --notices`);
  process.exit(1);
}

const { metadata, vulnerabilities = {} } = parsed<Audit>(await npm('audit', '--omit', 'dev', '--json', ...OURS));
if (!metadata) {
  // Merging a change must not depend on an external service being up; releases are audited strictly.
  console.warn('WARNING: not audited. The registry did not say what is known of these packages.');
  if (!values.release) console.warn('A release is audited: npm run check:dependencies -- --release');
  process.exit(values.release ? 1 : 0);
}
const { high, critical, moderate, low } = metadata.vulnerabilities;
console.log(`Known vulnerabilities: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low`);
for (const [name, { severity, range }] of Object.entries(vulnerabilities))
  console.log(`  ${severity}: ${name} ${range}`);
process.exit(high + critical > 0 ? 1 : 0);
