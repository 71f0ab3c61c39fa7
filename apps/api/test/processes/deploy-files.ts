import { readFile } from 'node:fs/promises';
import { parse, parseAllDocuments } from 'yaml';

export const deployUrl = (path: string) => new URL(`../../../../deploy/${path}`, import.meta.url);
export const readDeploy = (path: string) => readFile(deployUrl(path), 'utf8');

export type Service = {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  tmpfs?: string[];
  networks?: string[];
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
  depends_on?: Record<string, { condition: string }>;
};
export type Compose = {
  name: string;
  services: Record<string, Service>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
  volumes: Record<string, null>;
};

/** `deploy/compose.yaml`, with its variables as they stand. */
export const readCompose = async () => parse(await readDeploy('compose.yaml'), { merge: true }) as Compose;

/** `${NAME:?}`, `${NAME:-default}` */
const VARIABLE = /\$\{(\w+):([-?])([^}]*)\}/g;

/** Names of the variables of a text of compose.yaml. */
export const variablesIn = (text: string) => [...text.matchAll(VARIABLE)].map(([, name = '']) => name);

/** The environment of a service, with its variables replaced as Docker does. */
export function environmentOf({ environment = {} }: Service, values: Record<string, string>): Record<string, string> {
  const replaced = (text: string) =>
    text.replaceAll(VARIABLE, (_, name: string, kind: string, rest: string) => {
      const value = values[name] || (kind === '-' ? rest : '');
      if (!value && kind === '?') throw new Error(`${name} is required by compose.yaml`);
      return value;
    });
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, replaced(text)]));
}

export type Manifest = { apiVersion: string; kind: string; metadata: { name: string; namespace?: string } };

/** Every document of a file of `deploy/kubernetes`. */
export const readManifests = async (file: string) =>
  parseAllDocuments(await readDeploy(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest);
