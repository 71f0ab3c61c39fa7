import type { Endpoint } from '@morada/contract/base/endpoint';
import type { Query } from '@tanstack/react-query';
import { invalidateChanged, queryClient, type Runs } from './query-client.ts';

const POLL = 700;

/**
 * Options of a query whose answer shows background runs: `watched(query(imports.show, …), { … })`. The query is polled
 * while a run is in progress; when one ends, the queries outdated by the call that began it are invalidated.
 */
export function watched<Options extends { meta?: object }, Answer, Run extends { id: number; status: string }>(
  options: Options,
  runs: Runs<Answer, Run>,
) {
  return {
    ...options,
    refetchInterval: ({ state }: { state: { data: Answer | undefined } }) =>
      state.data !== undefined && runs.runsOf(state.data).some(runs.isGoing) ? POLL : false,
    meta: { ...options.meta, runs },
  };
}

/** Statuses of the runs as each query read them last. */
const read = new WeakMap<Query, ReadonlyMap<number, string>>();
/** Final status reported last of each run, so that another query of the same run does not report it again. */
const told = new Map<string, string>();
/** Runs that this page began and has not read yet. */
const begun = new Set<string>();

const nameOf = ({ path }: Endpoint, { id }: { id: number }) => `${path} ${id}`;

/** Notes that this page began a run, so that its end is reported even if the first read finds it ended. */
export const noteBegun = (call: Endpoint, run: { id: number }) => begun.add(nameOf(call, run));

queryClient.getQueryCache().subscribe((event) => {
  const { query } = event;
  const runs = query.meta?.runs;
  if (!runs || event.type !== 'updated' || event.action.type !== 'success') return;
  const before = read.get(query);
  const now = runs.runsOf(query.state.data as never);
  read.set(query, new Map(now.map(({ id, status }) => [id, status])));
  const ended = now.filter((run) => {
    const name = nameOf(runs.begunBy, run);
    const status = before?.get(run.id);
    if (runs.isGoing(run)) {
      if (status !== undefined && !runs.isGoing({ status })) told.delete(name);
      return false;
    }
    // Runs that ended before the page was opened are not reported.
    if (!before && !begun.delete(name)) return false;
    if (status === run.status || told.get(name) === run.status) return false;
    told.set(name, run.status);
    return true;
  });
  for (const run of ended) runs.onEnd?.(run, before?.get(run.id));
  if (ended.length > 0) void invalidateChanged(runs.begunBy, query.queryKey);
});
