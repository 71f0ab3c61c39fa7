import { formatDocument } from '@morada/domain/base/documents';
import type { Db } from '#api/context.ts';
import type { Seen } from '#api/db/reading/search.ts';
import type { Answers } from './answers.map.ts';
import { documentOf, plain, Refused } from './cells.map.ts';
import * as queries from './imports.queries.ts';
import type { Outcome } from './outcome.map.ts';

export type Found = {
  id: number;
  /** Label by which a person recognises the record. */
  label: string;
};

/** Resolves references of a file's lines to people or properties. */
export type References = {
  /** Loads the references of a portion of lines, before `find`. */
  load: (references: string[]) => Promise<void>;
  /** @throws Refused unless exactly one record matches. */
  find: (reference: string, field: string) => Found;
};

/** By the codes of another file of the same import. */
export const inFile = ({ ids, refusedCodes }: Outcome, refusedReason: string): References => ({
  load: async () => {},
  find: (code, field) => {
    const id = ids.get(code);
    if (id !== undefined) return { id, label: code };
    throw new Refused(field, refusedCodes.has(code) ? refusedReason : 'não existe');
  },
});

/**
 * People of the register: by the code of an earlier import, by document, or by a name that a person confirmed. Callers
 * without permission to see documents get the document as typed instead of the match's name.
 */
export function registeredPeople(trx: Db, seen: Seen, answers: Answers['people']): References {
  const chosen = new Map(answers.map(({ name, id }) => [plain(name), id]));
  /** Clients with a name for which none was chosen. */
  const candidates = new Map<string, { id: number; label: string }[]>();

  async function findByName(names: string[]) {
    const bearers = Map.groupBy(await queries.findClientsByName(trx, names), ({ reference }) => reference);
    return [...bearers].flatMap(([reference, people]) => {
      const confirmed = people.find(({ id }) => id === chosen.get(plain(reference)));
      if (confirmed) return [{ id: confirmed.id, label: confirmed.label, reference }];
      candidates.set(
        reference,
        people.map(({ id, label, cpf_cnpj, city }) => ({
          id,
          label: [label, seen === 'everything' ? formatDocument(cpf_cnpj) : city].filter(Boolean).join(' · '),
        })),
      );
      return [];
    });
  }

  const people = registered(async (references) => {
    const documents = new Map(references.map((reference) => [reference, documentOf(reference)]));
    const byCode = await queries.findClientsByCode(trx, references);
    const holders = await queries.findClientsByDocument(
      trx,
      [...documents.values()].filter((one) => one !== undefined),
    );
    const byDocument = references.flatMap((reference) => {
      const holder = holders.get(documents.get(reference) ?? '');
      const label = seen === 'everything' ? holder?.label : reference;
      return holder && label ? [{ ...holder, label, reference }] : [];
    });
    const spoken = new Set([...byCode, ...byDocument].map(({ reference }) => reference));
    const names = references.filter((reference) => !spoken.has(reference) && /\p{L}{2}/u.test(reference));
    return [...byCode, ...byDocument, ...(names.length > 0 ? await findByName(names) : [])];
  });
  return {
    load: people.load,
    find(reference, field) {
      const bearers = candidates.get(reference);
      if (bearers) throw new Refused(field, 'confirme quem é', { what: 'person', name: reference, people: bearers });
      return people.find(reference, field);
    },
  };
}

/** Properties of the register, by the code of an earlier import. */
export const registeredProperties = (trx: Db) =>
  registered((references) => queries.findPropertiesByCode(trx, references));

/** Properties of the register, by id. */
export const numberedProperties = (trx: Db) =>
  registered(async (references) => {
    const properties = await queries.findPropertiesById(trx, references.map(Number));
    return properties.map((property) => ({ ...property, reference: String(property.id) }));
  });

function registered(search: (references: string[]) => Promise<(Found & { reference: string })[]>): References {
  const known = new Map<string, Map<number, Found>>();
  return {
    async load(references) {
      const unheard = [...new Set(references)].filter((reference) => !known.has(reference));
      for (const reference of unheard) known.set(reference, new Map());
      if (unheard.length === 0) return;
      for (const { reference, ...found } of await search(unheard)) known.get(reference)?.set(found.id, found);
    },
    find(reference, field) {
      const [found, another] = known.get(reference)?.values() ?? [];
      if (!found) throw new Refused(field, 'não existe');
      if (another) throw new Refused(field, 'há mais de um com este código');
      return found;
    },
  };
}
