import type { Crumb } from '#web/ui/page/page.tsx';

/** The way back from a template's page. */
export const TEMPLATE_CRUMBS: Crumb[] = [{ label: 'Modelos de contrato', to: '/settings/contracts' }];
