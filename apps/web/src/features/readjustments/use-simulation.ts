import type { Reference } from '@morada/domain/base/calendar';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsaved } from '#web/ui/base/unsaved.ts';
import { dueQuery, previewQuery } from './readjustment-queries.ts';
import { type Choice, simulate } from './simulation.ts';

/** As many as one batch takes. */
const MOST_PAGES = 100;

/** Editable readjustments of a month. Edits survive paging; pages never visited are not part of the batch. */
export function useSimulation(month: Reference, page: number) {
  const [choices, setChoices] = useState<Record<number, Choice>>({});
  const [seen, setSeen] = useState<{ month: Reference; pages: number[]; others?: boolean }>({ month, pages: [] });
  const others = seen.month === month && seen.others === true;
  const pages = [...new Set([...(seen.month === month ? seen.pages : []), page])];

  const queries = useQueries({ queries: pages.map((one) => dueQuery(month, one)) });
  const query = queries[pages.indexOf(page)];
  const contracts = new Map(queries.flatMap(({ data }) => data?.data ?? []).map((contract) => [contract.id, contract]));

  const asked = [...contracts.values()].filter(({ id, index }) => {
    const { base } = choices[id] ?? {};
    return base !== undefined && base !== 'MANUAL' && base !== index;
  });
  const previews = useQueries({ queries: asked.map(({ id }) => previewQuery(id)) });
  const indices = new Map(previews.flatMap(({ data }) => (data ? [[data.proposal_id, data.indices]] : [])));

  const simulations = [...contracts.values()].map((contract) =>
    simulate(contract, choices[contract.id], indices.get(contract.id), others),
  );
  useUnsaved(simulations.some(({ contract, base }) => base !== contract.index));

  const keep = (more: number[], chooseOthers = others) =>
    setSeen({ month, pages: [...new Set([...pages, ...more])], others: chooseOthers });
  /** Rows in sight stay as they are; those of the other pages are chosen as they come. */
  function seeAll() {
    setChoices((before) => ({
      ...before,
      ...Object.fromEntries(simulations.map(({ contract: { id }, chosen }) => [id, { ...before[id], chosen }])),
    }));
    keep(
      Array.from({ length: Math.min(lastPage, MOST_PAGES) }, (_, index) => index + 1),
      true,
    );
  }
  const total = query?.data?.total ?? 0;
  const lastPage = query?.data?.lastPage ?? 1;
  return {
    query,
    simulations,
    /** The rows of the page in sight. */
    shown: simulations.filter(({ contract }) => query?.data?.data.some(({ id }) => id === contract.id)),
    total,
    loading: queries.some(({ isPending }) => isPending),
    choose: (ids: readonly number[], choice: Choice) =>
      setChoices((before) => ({
        ...before,
        ...Object.fromEntries(ids.map((id) => [id, { ...before[id], ...choice }])),
      })),
    /** Before another page is turned to. */
    keepPage: () => keep([]),
    seeAll,
    /** Once they are applied. */
    forget(ids: readonly number[]) {
      setChoices((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(Number(id)))));
      setSeen({ month, pages: [] });
    },
  };
}
