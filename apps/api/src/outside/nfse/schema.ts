import { readFileSync } from 'node:fs';
import type { Layout } from '@morada/domain/nfse/layout';
import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XmlElement,
  XmlValidateError,
  XsdValidator,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';

/** Documents of the national system: what we send, and what it answers. */
export type NfseDocument = 'DPS' | 'NFSe' | 'pedRegEvento' | 'evento';

const PARTS = [
  'tiposSimples_v1.01',
  'tiposComplexos_v1.01',
  'tiposEventos_v1.01',
  'tiposSimples_v1.04',
  'tiposComplexos_v1.04',
];

const fileOf = (name: string) => readFileSync(new URL(`schemas/${name}.xsd`, import.meta.url));

let isReady = false;

/** libxml2 finds the parts of a schema here alone, and nothing in the file system. */
function ready(): void {
  if (isReady) return;
  const parts = [...PARTS, 'xmldsig-core-schema'].map((name) => [`${name}.xsd`, fileOf(name)]);
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(parts)));
  isReady = true;
}

const validators = new Map<string, XsdValidator>();

function validatorOf(name: string): XsdValidator {
  const known = validators.get(name);
  if (known) return known;
  ready();
  const schema = XmlDocument.fromBuffer(fileOf(name), { url: `${name}.xsd` });
  try {
    const made = XsdValidator.fromDoc(schema);
    validators.set(name, made);
    return made;
  } finally {
    schema.dispose();
  }
}

/** Entities are not replaced, and nothing is loaded from elsewhere. */
const SAFE = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE;

/** A document in memory until `read` is done. @throws XmlError where the text is no XML. */
export function withXml<T>(xml: string, read: (document: XmlDocument) => T): T {
  const document = XmlDocument.fromString(xml, { option: SAFE });
  try {
    return read(document);
  } finally {
    document.dispose();
  }
}

/**
 * Paths of the elements that have not the form that the schema asks for, below the signed element; none: the document has
 * its form. Events have one layout.
 */
export function schemaFaults(xml: string, document: NfseDocument, layout: Layout): string[] {
  const validator = validatorOf(`${document}_v${layout}`);
  return withXml(xml, (read) => {
    try {
      validator.validate(read);
      return [];
    } catch (error) {
      if (!(error instanceof XmlValidateError)) throw error;
      return [...new Set(error.details.map(({ xpath }) => pathOf(read, xpath)))];
    }
  });
}

/** libxml2 names an element by its place alone. */
function pathOf(document: XmlDocument, xpath: string | undefined): string {
  const names: string[] = [];
  const found = xpath === undefined ? null : document.get(xpath);
  for (let node = found; node; node = node.parent) if (node instanceof XmlElement) names.unshift(node.name);
  return names.slice(2).join('/') || (names.at(-1) ?? document.root.name);
}
