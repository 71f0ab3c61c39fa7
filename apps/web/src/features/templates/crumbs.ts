import { templates } from '@morada/contract/lease/templates';
import { may } from '#web/lib/session/session.ts';
import type { Crumb } from '#web/ui/page/page.tsx';

/** The way back from a template's page; none for those who may not read the list. */
export const templateCrumbs = (): Crumb[] | undefined =>
  may(templates.list.access) ? [{ label: 'Modelos de contrato', to: '/settings/contracts' }] : undefined;
