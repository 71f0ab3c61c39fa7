import { agency } from '@morada/contract/agency';
import { useNavigate } from '@tanstack/react-router';
import { ApiProblem } from '#web/lib/api/api.ts';
import { may } from '#web/lib/session/session.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';

/** Page with the bank agreement and the agency's own data. */
export const AGENCY_PAGE: string = '/settings/agency';

const MISSING = ['NO_AGREEMENT', 'AGENCY_INCOMPLETE'];

/** Leads those who may to what is missing before a boleto can be made; resolves to whether that was the trouble. */
export function useSettingsFirst() {
  const confirm = useConfirm();
  const navigate = useNavigate();
  return async (error: unknown): Promise<boolean> => {
    if (!(error instanceof ApiProblem) || !MISSING.includes(error.code) || !may(agency.show.access)) return false;
    const goes = await confirm({
      title: 'Falta configurar a cobrança',
      body: error.message,
      verb: 'Abrir Imobiliária',
      back: 'Agora não',
    });
    if (goes) navigate({ to: AGENCY_PAGE });
    return true;
  };
}
