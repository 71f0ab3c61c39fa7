import type { Deps } from '#api/context.ts';
import { sealSecrets } from '#api/modules/access/second-factor/sealing.service.ts';
import { sealLinks } from '#api/modules/bank/connections/sealing.service.ts';
import { sealMessageChannels } from '#api/modules/collection/messages/sealing.service.ts';
import { sealSignatureProvider } from '#api/modules/desk/signatures/provider-sealing.service.ts';
import { sealCertificates } from '#api/modules/fiscal/certificates/sealing.service.ts';
import { sealIntermediary } from '#api/modules/fiscal/intermediary/sealing.service.ts';
import { sealCreditProvider } from '#api/modules/lease/applications/credit-sealing.service.ts';

/** Seals with the current key every secret of the database that is plain or sealed with an old one. */
export async function sealEverySecret(deps: Pick<Deps, 'db' | 'secrets'>) {
  const parts = [
    await sealSecrets(deps),
    await sealLinks(deps),
    await sealMessageChannels(deps),
    await sealCertificates(deps),
    await sealIntermediary(deps),
    await sealSignatureProvider(deps),
    await sealCreditProvider(deps),
  ];
  return {
    sealed: parts.reduce((all, { sealed }) => all + sealed, 0),
    unreadable: parts.reduce((all, { unreadable }) => all + unreadable, 0),
  };
}
