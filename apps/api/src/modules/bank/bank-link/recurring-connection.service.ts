import type { Deps } from '#api/context.ts';
import { perDatabase } from '#api/db/per-database.ts';
import { type PixAutomaticoApi, pixAutomaticoApi } from '#api/outside/pix-automatico.ts';
import { accessOf, isOutage, type Link } from './connection.service.ts';
import { noteRecurringFailure } from './recurring-settings.queries.ts';

/** Clients by link, separate from those of plain charges, which a bank without Pix Automático must not block. */
const clientsOf = perDatabase(() => new Map<number, { version: number; api: PixAutomaticoApi }>());

function clientOf({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, link: Link): PixAutomaticoApi {
  const clients = clientsOf(db);
  const known = clients.get(link.id);
  if (known?.version === link.version) return known.api;
  known?.api.close();
  const api = pixAutomaticoApi(accessOf(link, secrets));
  clients.set(link.id, { version: link.version, api });
  return api;
}

/**
 * Runs calls of Pix Automático to a link's bank, and notes whether it answered.
 * @returns undefined when the bank is away or denies access, which is noted for staff.
 */
export async function withRecurringBank<T>(
  deps: Pick<Deps, 'db' | 'secrets'>,
  link: Link,
  calls: (api: PixAutomaticoApi) => Promise<T>,
): Promise<{ done: T } | undefined> {
  try {
    const done = await calls(clientOf(deps, link));
    await noteRecurringFailure(deps.db, link.id, null);
    return { done };
  } catch (error) {
    if (!isOutage(error)) throw error;
    await noteRecurringFailure(deps.db, link.id, error.message);
    return undefined;
  }
}
