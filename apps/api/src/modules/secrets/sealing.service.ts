import type { Deps } from '../../context.ts';
import { sealLinks } from '../bank-link/sealing.service.ts';
import { sealMessageChannels } from '../messages/sealing.service.ts';
import { sealPayoutLinks } from '../payouts/sealing.service.ts';
import { sealStatementLinks } from '../reconciliation/links.service.ts';
import { sealSecrets } from '../second-factor/sealing.service.ts';

/** Seals with the current key every secret of the database that is plain or sealed with an old one. */
export async function sealEverySecret(deps: Pick<Deps, 'db' | 'secrets'>) {
  const parts = [
    await sealSecrets(deps),
    await sealLinks(deps),
    await sealPayoutLinks(deps),
    await sealStatementLinks(deps),
    await sealMessageChannels(deps),
  ];
  return {
    sealed: parts.reduce((all, { sealed }) => all + sealed, 0),
    unreadable: parts.reduce((all, { unreadable }) => all + unreadable, 0),
  };
}
