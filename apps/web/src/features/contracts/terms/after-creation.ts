import { proposals } from '@morada/contract/lease/proposals';
import { may } from '#web/lib/session/session.ts';

/** Page on which creating a contract ends: who may only create goes where they may be. */
export const afterCreation = (id: number) =>
  may(proposals.show.access)
    ? ({ to: '/contracts/info/$id', params: { id: String(id) } } as const)
    : ({ to: '/' } as const);

/** Page on which giving it up ends. */
export const withoutCreation = () => ({ to: may(proposals.list.access) ? '/contracts' : '/' }) as const;
