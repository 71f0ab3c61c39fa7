import type { Answer } from '@morada/contract/endpoint';
import { session } from '@morada/contract/session';
import { templates } from '@morada/contract/templates';
import { useState } from 'react';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { openLink } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';

export type GeneratedContract = Answer<typeof templates.generate>;

/** The PDF among the contract's documents; it opens in another tab. */
export function useGenerateContract(contractId: number) {
  const [generating, setGenerating] = useState(false);

  async function generate(template_id: number) {
    setGenerating(true);
    let document: GeneratedContract | undefined;
    try {
      await openLink(async () => {
        const call = api(templates.generate, { params: { id: contractId }, body: { template_id } });
        document = await withFailureMessage('Não foi possível gerar o contrato', call);
        return api(session.ticket, { body: { path: document.url } });
      });
    } catch (error) {
      toast.failure(error); // The document may be there even so, and only its address not.
    } finally {
      setGenerating(false);
    }
    return document;
  }

  return { generate, generating };
}
